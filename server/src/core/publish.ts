import type { Fact, FactName, PublicFactName } from '@selvedge/shared/realtime';

/** Tells live clients what has become true. Call it after the commit only (`tx.afterCommit`). */
export interface Publish {
  /** To every socket of one person, on every node. */
  toPerson<F extends FactName>(userId: string, fact: F, payload: Fact<F>): void;
  /**
   * To every signed-in socket, on every node, but those of the people named, and to every visitor: only what everybody
   * else may read. Changes of one item are sent at most once a second.
   */
  toEveryone<F extends PublicFactName>(fact: F, payload: Fact<F>, except?: readonly string[]): void;
}

/** Publishes nothing, for processes to which no client is connected. */
export const toNobody: Publish = { toPerson: () => undefined, toEveryone: () => undefined };

/** Observes the facts that are published on this node; `to` is null for a fact to everyone. */
export type Overhear = <F extends FactName>(to: string | null, fact: F, payload: Fact<F>) => void;

/** Wraps `publish` so that `hear` observes every fact as well. */
export const overheard = (publish: Publish, hear: Overhear): Publish => ({
  toPerson(userId, fact, payload) {
    publish.toPerson(userId, fact, payload);
    hear(userId, fact, payload);
  },
  toEveryone(fact, payload, except) {
    publish.toEveryone(fact, payload, except);
    hear(null, fact, payload);
  },
});
