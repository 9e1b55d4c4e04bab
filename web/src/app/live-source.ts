import type { Fact, FactName, PublicFactName } from '@selvedge/shared/realtime';
import type { hearFact, messaging as Messaging } from '../conversations/messaging.ts';

/** Where a page hears facts: of a member's socket all of them, of a visitor's stream those that concern everybody. */
export interface LiveSource<Names extends FactName = PublicFactName> {
  hear<F extends Names>(fact: F, listener: (payload: Fact<F>) => void): void;
  /** Runs at each connection before which facts may have been missed. */
  onReturn(listener: () => void): void;
}

export type MemberSource = LiveSource<FactName>;

/** The live connection of whoever is signed in. */
export const memberSource = (hear: typeof hearFact, { store }: typeof Messaging): MemberSource => ({
  hear,
  // Also the first time: what changed between the page's own calls and this connection was told to nobody here.
  onReturn: (listener) =>
    void store.subscribe(({ connection }, before) => {
      if (connection === 'online' && before.connection !== 'online') listener();
    }),
});
