import { createStore } from 'zustand/vanilla';
import { onTokenRefreshed, session } from '../identity/session.ts';
import { forgetAnswers } from '../lib/page-data.ts';
import { checkRelease } from '../lib/release.ts';
import { showBadge } from '../notifications/badge.ts';
import { resumeNotices } from '../notifications/browser-notices.ts';
import { countInTab } from '../ui/tab-title.ts';
import { startLiveBlocks, watchHidden } from './live-blocks.ts';
import { startLiveItemEvents } from './live-item-events.ts';
import { startLiveListings } from './live-listings.ts';
import { startLiveMatches } from './live-matches.ts';
import { startLiveNotices } from './live-notices.ts';
import { type LiveSource, memberSource } from './live-source.ts';
import { startLiveTalks } from './live-talks.ts';
import { createVisitorStream } from './live-visitor.ts';
import { startLiveWanted } from './live-wanted.ts';
import { onUnauthorized } from './unauthorized.ts';

const RETRY_MS = 5_000;

/** How many conversations are unread, for the top bar: it is drawn before the messages are loaded. */
export const unread = createStore(() => 0);

function startLivePages({ hear, onReturn }: LiveSource): void {
  const source: LiveSource = {
    hear: (fact, listener) =>
      hear(fact, (payload) => {
        // What came with the page and is not drawn yet is older.
        forgetAnswers();
        listener(payload);
      }),
    onReturn,
  };
  // A server that comes back may be a newer one.
  onReturn(() => void checkRelease());
  startLiveListings(source);
  startLiveWanted(source);
}

/** Connects whoever signs in, and lets go of them when their session ends. Loads the messages only then; who is signed out hears what is public. */
export function startLive(): void {
  let person: string | null = null;
  let isListening = false;
  async function follow(next: string | null): Promise<void> {
    const { messaging, hearFact, startMessaging, stopMessaging } = await import(
      '../conversations/messaging.ts'
    );
    // Signed out again while it was loading.
    if (person !== next) return;
    stopMessaging();
    if (next === null) return;
    if (!isListening) {
      const source = memberSource(hearFact, messaging);
      startLivePages(source);
      startLiveTalks(source, messaging);
      startLiveMatches(source);
      startLiveBlocks(hearFact, messaging);
      startLiveItemEvents(source);
      startLiveNotices(hearFact);
      messaging.store.subscribe((state) => unread.setState(state.unread, true));
    }
    isListening = true;
    startMessaging(next, onUnauthorized);
    void resumeNotices(next);
  }
  // What could not be loaded is loaded a little later.
  const connect = (next: string | null): Promise<void> =>
    follow(next).catch(() => {
      void checkRelease();
      setTimeout(() => person === next && connect(next), RETRY_MS);
    });
  // While nodes are upgraded one after the other, who answers may still be an older one than the one that is talked to.
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
    // Without it there is no socket that needs the token.
    const loaded = await import('../conversations/messaging.ts').catch(() => null);
    loaded?.renewSession(token);
  });
}
