import type { messaging as Messaging, receiveEvent } from '../conversations/store/messaging.ts';
import { session, userReceived } from '../session/session.ts';
import { askForVisible } from './hidden-people.ts';

/** Lets people between whom there is a block vanish for each other wherever they are shown. */
export function startLiveBlocks(hear: typeof receiveEvent, messaging: typeof Messaging): void {
  hear('block:changed', (event) => {
    messaging.blockChanged(event);
    const { user } = session.getState();
    // Stored for the next page load, whose embedded answers may show the hidden person.
    if (user && event.block) userReceived({ ...user, hidesPeople: true });
    askForVisible();
  });
}
