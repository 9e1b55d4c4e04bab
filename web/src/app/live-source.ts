import type { EventName, EventPayload, PublicEventName } from '@selvedge/shared/realtime';
import type { messaging as Messaging, receiveEvent } from '../conversations/store/messaging.ts';

/** A source of events: the socket of a member has all of them, the stream of a visitor only the public ones. */
export interface LiveSource<Names extends EventName = PublicEventName> {
  hear<F extends Names>(event: F, listener: (payload: EventPayload<F>) => void): void;
  /** Runs after each (re)connection before which events may have been missed. */
  onReturn(listener: () => void): void;
}

export type MemberSource = LiveSource<EventName>;

/** The live connection of the signed-in person. */
export const memberSource = (hear: typeof receiveEvent, { store }: typeof Messaging): MemberSource => ({
  hear,
  // Also after the first connection: changes between the page's own calls and this connection were not pushed to this
  // page.
  onReturn: (listener) =>
    void store.subscribe(({ connection }, before) => {
      if (connection === 'online' && before.connection !== 'online') listener();
    }),
});
