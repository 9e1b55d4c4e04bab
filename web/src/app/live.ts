import { createStore } from 'zustand/vanilla';
import { onTokenRefreshed, session } from '../identity/session.ts';
import { startLiveListings } from './live-listings.ts';
import { startLiveWanted } from './live-wanted.ts';
import { onUnauthorized } from './unauthorized.ts';

/** How many conversations are unread, for the top bar: it is drawn before the messages are loaded. */
export const unread = createStore(() => 0);

/** Connects whoever signs in, and lets go of them when their session ends. Loads the messages only then. */
export function startLive(): void {
  let person: string | null = null;
  let isListening = false;
  session.subscribe(async ({ user }) => {
    const next = user?.id ?? null;
    if (next === person) return;
    person = next;
    unread.setState(0, true);
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
    }
    isListening = true;
    startMessaging(next, onUnauthorized);
    messaging.store.subscribe((state) => unread.setState(state.unread, true));
  });
  onTokenRefreshed(async (token) => {
    const { renewSession } = await import('../conversations/messaging.ts');
    renewSession(token);
  });
}
