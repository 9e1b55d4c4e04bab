import { createStore } from 'zustand/vanilla';
import { onTokenRefreshed, session } from '../identity/session.ts';
import { startLiveBlocks, watchHidden } from './live-blocks.ts';
import { startLiveListings } from './live-listings.ts';
import { startLiveMatches } from './live-matches.ts';
import { startLiveWanted } from './live-wanted.ts';
import { onUnauthorized } from './unauthorized.ts';

const RETRY_MS = 5_000;

/** How many conversations are unread, for the top bar: it is drawn before the messages are loaded. */
export const unread = createStore(() => 0);

/** Connects whoever signs in, and lets go of them when their session ends. Loads the messages only then. */
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
      startLiveListings(hearFact, messaging);
      startLiveWanted(hearFact, messaging);
      startLiveMatches(hearFact, messaging);
      startLiveBlocks(hearFact, messaging);
      messaging.store.subscribe((state) => unread.setState(state.unread, true));
    }
    isListening = true;
    startMessaging(next, onUnauthorized);
  }
  // What could not be loaded is loaded a little later.
  const connect = (next: string | null): Promise<void> =>
    follow(next).catch(() => {
      setTimeout(() => person === next && connect(next), RETRY_MS);
    });
  watchHidden();
  session.subscribe(({ user }) => {
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
