import type { Fact, FactName, PublicFactName } from '@selvedge/shared/realtime';

/** Tells live clients what has become true. Call it after the commit only (`tx.afterCommit`). */
export interface Publish {
  /** To every socket of one person, on every node. */
  toPerson<F extends FactName>(userId: string, fact: F, payload: Fact<F>): void;
  /**
   * To every signed-in socket, on every node, but those of the people named, and to every visitor: only what everybody
   * else may read.
   */
  toEveryone<F extends PublicFactName>(fact: F, payload: Fact<F>, except?: readonly string[]): void;
}

/** Where nobody is there to be told. */
export const toNobody: Publish = { toPerson: () => undefined, toEveryone: () => undefined };

/** Hears on this node what is told; `to` is null for what everybody is told. */
export type Overhear = <F extends FactName>(to: string | null, fact: F, payload: Fact<F>) => void;

/** The same, with somebody who hears it, too. */
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
