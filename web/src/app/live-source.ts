import type { Fact, FactName, PublicFactName } from '@selvedge/shared/realtime';
import type { hearFact, messaging as Messaging } from '../conversations/store/messaging.ts';

/** A source of facts: the socket of a member has all of them, the stream of a visitor only the public ones. */
export interface LiveSource<Names extends FactName = PublicFactName> {
  hear<F extends Names>(fact: F, listener: (payload: Fact<F>) => void): void;
  /** Runs after each (re)connection before which facts may have been missed. */
  onReturn(listener: () => void): void;
}

export type MemberSource = LiveSource<FactName>;

/** The live connection of the signed-in person. */
export const memberSource = (hear: typeof hearFact, { store }: typeof Messaging): MemberSource => ({
  hear,
  // Also after the first connection: changes between the page's own calls and this connection were not pushed to this
  // page.
  onReturn: (listener) =>
    void store.subscribe(({ connection }, before) => {
      if (connection === 'online' && before.connection !== 'online') listener();
    }),
});
