import type { EventName, EventPayload, PublicEventName } from '@selvedge/shared/realtime';

/** Tells live clients what has become true. Call it after the commit only (`tx.afterCommit`). */
export interface Publish {
  /** To every socket of one person, on every node. */
  toPerson<F extends EventName>(userId: string, event: F, payload: EventPayload<F>): void;
  /**
   * To every signed-in socket, on every node, but those of the people named, and to every visitor: only what everybody
   * else may read. Changes of one item are sent at most once a second.
   */
  toEveryone<F extends PublicEventName>(event: F, payload: EventPayload<F>, except?: readonly string[]): void;
}

/** Publishes nothing, for processes to which no client is connected. */
export const noPublish: Publish = { toPerson: () => undefined, toEveryone: () => undefined };

/** Observes the events that are published on this node; `to` is null for an event to everyone. */
export type OnPublished = <F extends EventName>(
  to: string | null,
  event: F,
  payload: EventPayload<F>,
) => void;

/** Wraps `publish` so that `hear` observes every event as well. */
export const observed = (publish: Publish, hear: OnPublished): Publish => ({
  toPerson(userId, event, payload) {
    publish.toPerson(userId, event, payload);
    hear(userId, event, payload);
  },
  toEveryone(event, payload, except) {
    publish.toEveryone(event, payload, except);
    hear(null, event, payload);
  },
});
