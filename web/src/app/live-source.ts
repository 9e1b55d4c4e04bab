import type { EventName, EventPayload, PublicEventName } from '@selvedge/shared/platform/realtime';
import type { messaging as Messaging, receiveEvent } from '../conversations/store/messaging.ts';

/** A source of events: a member's socket carries all of them, a visitor's stream only the public ones. */
export interface LiveSource<Names extends EventName = PublicEventName> {
  on<F extends Names>(event: F, listener: (payload: EventPayload<F>) => void): void;
  /** Runs after each (re)connection that may have missed events. */
  onReturn(listener: () => void): void;
}

export type MemberSource = LiveSource<EventName>;

/** The signed-in member's live connection. */
export function memberSource(on: typeof receiveEvent, { store }: typeof Messaging): MemberSource {
  return {
    on,
    // Also on the first connection: this page did not receive events between its own requests and this
    // connection.
    onReturn: (listener) =>
      void store.subscribe(({ connection, isPolled }, before) => {
        const isBack = before.connection !== 'online' || (before.isPolled && !isPolled);
        if (connection === 'online' && isBack) listener();
      }),
  };
}
