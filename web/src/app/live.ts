import { createStore } from 'zustand/vanilla';
import { dropEmbedded } from '../lib/page-data.ts';
import { checkRelease } from '../lib/release.ts';
import { onTokenRefreshed, session } from '../lib/session/session.ts';
import { showBadge } from '../notifications/badge.ts';
import { setTabCount } from '../ui/tab-title.ts';
import { dropEmbeddedWhenHiding } from './hidden-members.ts';
import { startLiveListings } from './live-listings.ts';
import type { LiveSource } from './live-source.ts';
import { createVisitorStream } from './live-visitor.ts';
import { startLiveWanted } from './live-wanted.ts';

const RETRY_MS = 5_000;

/** The number of unread conversations, for the top bar, available before the messages chunk is loaded. */
export const unread = createStore(() => 0);

function startLivePages({ on, onReturn }: LiveSource): void {
  const source: LiveSource = {
    on: (event, listener) =>
      on(event, (payload) => {
        // Embedded responses that are still unused are older than this event.
        dropEmbedded();
        listener(payload);
      }),
    onReturn,
  };
  // After a reconnection, the server may be a newer release.
  onReturn(() => void checkRelease());
  startLiveListings(source);
  startLiveWanted(source);
}

/**
 * Connects a member who signs in, and disconnects them when their session ends. Loads the messages chunk at
 * sign-in only; signed-out visitors get the public events.
 */
export function startLive(): void {
  let person: string | null = null;
  async function follow(next: string | null): Promise<void> {
    const { connectMember } = await import('./live-member.ts');
    // The member has signed out again while this was loading.
    if (person !== next) return;
    connectMember(next, {
      startPages: startLivePages,
      unreadChanged: (count) => unread.setState(count, true),
    });
  }
  // Retry later when the chunk cannot be loaded.
  const connect = (next: string | null): Promise<void> =>
    follow(next).catch(() => {
      void checkRelease();
      setTimeout(() => person === next && connect(next), RETRY_MS);
    });
  // During a rolling upgrade, the health check may reach an older node than the socket's.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkRelease();
  });
  dropEmbeddedWhenHiding();
  const visitor = createVisitorStream();
  startLivePages(visitor);
  unread.subscribe((count) => {
    setTabCount(count);
    void showBadge(count);
  });
  session.subscribe(({ status, user }) => {
    if (status === 'signed-out') visitor.open();
    else visitor.close();
    const next = user?.id ?? null;
    if (next === person) return;
    person = next;
    unread.setState(0, true);
    void connect(next);
  });
  onTokenRefreshed(async (token) => {
    // If the messages chunk cannot be loaded, no socket needs the token.
    const loaded = await import('../conversations/store/messaging.ts').catch(() => null);
    loaded?.renewSession(token);
  });
}
