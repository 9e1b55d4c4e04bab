import type { EventName, EventPayload, PublicEventName } from '@selvedge/shared/platform/realtime';

/** Sends events to connected clients. Call it only after the commit (`tx.afterCommit`). */
export interface Publish {
  /** To every socket of one member, on every node. */
  toMember<F extends EventName>(userId: string, event: F, payload: EventPayload<F>): void;
  /** To visitors, too. Only for public data. Changes of one item are sent at most once a second. */
  toEveryone<F extends PublicEventName>(event: F, payload: EventPayload<F>, except?: readonly string[]): void;
}

export const noPublish: Publish = { toMember: () => undefined, toEveryone: () => undefined };

/** Receives the events published on this node; `to` is null for public events. */
export type OnPublished = <F extends EventName>(
  to: string | null,
  event: F,
  payload: EventPayload<F>,
) => void;

export function observed(publish: Publish, listener: OnPublished): Publish {
  return {
    toMember(userId, event, payload) {
      publish.toMember(userId, event, payload);
      listener(userId, event, payload);
    },
    toEveryone(event, payload, except) {
      publish.toEveryone(event, payload, except);
      listener(null, event, payload);
    },
  };
}
