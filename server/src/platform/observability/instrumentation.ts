import type { HoldEnd } from '@selvedge/shared/deals/holds';
import type { OfferOutcome } from '@selvedge/shared/deals/offers';
import type { RequestName } from '@selvedge/shared/platform/realtime';

/** Instrumentation hooks. They are called on hot paths, so they neither throw nor wait. Times are in milliseconds. */
export interface Instrumentation {
  /** Duration of a transaction, from the call until it is durable or rolled back. */
  transaction(ms: number): void;
  batch(writers: number): void;
  /** Time from a message's commit to its publication to both participants. */
  delivered(ms: number): void;
  answered(request: RequestName, ms: number): void;
  /** An HTTP call completed; `route` is its path pattern. */
  called(method: string, route: string, status: number, ms: number): void;
  limited(limit: string): void;
  /** A socket that does not read was disconnected. */
  cut(): void;
  decoded(ms: number): void;
  backedUp(result: 'made' | 'failed'): void;
  offerEnded(outcome: OfferOutcome): void;
  holdEnded(end: HoldEnd): void;
  webhookCalled(result: 'delivered' | 'failed'): void;
  failed(where: 'call' | 'socket' | 'after-commit'): void;
}

const noop = () => undefined;
export const uninstrumented: Instrumentation = {
  transaction: noop,
  batch: noop,
  delivered: noop,
  answered: noop,
  called: noop,
  limited: noop,
  cut: noop,
  decoded: noop,
  backedUp: noop,
  offerEnded: noop,
  holdEnded: noop,
  webhookCalled: noop,
  failed: noop,
};
