import type { Fact, PublicFactName } from '@selvedge/shared/realtime';

/** Where a page hears the facts that concern everybody: the socket of a member, or the stream of a visitor. */
export interface LiveSource {
  hear<F extends PublicFactName>(fact: F, listener: (payload: Fact<F>) => void): void;
  /** Runs whenever it is there after a while in which facts may have been missed. */
  onReturn(listener: () => void): void;
}
