import { createStore } from 'zustand/vanilla';
import { forgetAnswers } from '../lib/page-data.ts';
import { checkRelease } from '../lib/release.ts';
import { showBadge } from '../notifications/badge.ts';
import { onTokenRefreshed, session } from '../session/session.ts';
import { countInTab } from '../ui/tab-title.ts';
import { watchHidden } from './hidden-people.ts';
import { startLiveListings } from './live-listings.ts';
import type { LiveSource } from './live-source.ts';
import { createVisitorStream } from './live-visitor.ts';
import { startLiveWanted } from './live-wanted.ts';

const RETRY_MS = 5_000;

/** The number of unread conversations, for the top bar: known here before the messages are loaded. */
export const unread = createStore(() => 0);

function startLivePages({ hear, onReturn }: LiveSource): void {
  const source: LiveSource = {
    hear: (event, listener) =>
      hear(event, (payload) => {
        // Answers that came with the page and are not used yet are older than this event.
        forgetAnswers();
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
 * Connects whoever signs in, and disconnects them when their session ends. Loads the messages only at a sign-in;
 * signed-out visitors get the public events.
 */
export function startLive(): void {
  let person: string | null = null;
  async function follow(next: string | null): Promise<void> {
    const { connectMember } = await import('./live-member.ts');
    // The person has signed out again while it was loading.
    if (person !== next) return;
    connectMember(next, {
      startPages: startLivePages,
      unreadChanged: (count) => unread.setState(count, true),
    });
  }
  // What could not be loaded is tried again after a while.
  const connect = (next: string | null): Promise<void> =>
    follow(next).catch(() => {
      void checkRelease();
      setTimeout(() => person === next && connect(next), RETRY_MS);
    });
  // During a rolling upgrade, the node that answers may still be older than the one that the socket is connected to.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkRelease();
  });
  watchHidden();
  const visitor = createVisitorStream();
  startLivePages(visitor);
  unread.subscribe((count) => {
    countInTab(count);
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
    // If the messages cannot be loaded, there is no socket that needs the token.
    const loaded = await import('../conversations/store/messaging.ts').catch(() => null);
    loaded?.renewSession(token);
  });
}
