import type { messaging as Messaging, receiveEvent } from '../conversations/store/messaging.ts';
import { session, userReceived } from '../lib/session/session.ts';
import { refetchVisible } from './hidden-members.ts';

/** Hides two members from each other everywhere as soon as one blocks the other. */
export function startLiveBlocks(on: typeof receiveEvent, messaging: typeof Messaging): void {
  on('block:changed', (event) => {
    messaging.receiveBlock(event);
    const { user } = session.getState();
    // Stored for the next page load, whose embedded responses may show the hidden member.
    if (user && event.block) userReceived({ ...user, hidesPeople: true });
    refetchVisible();
  });
}
