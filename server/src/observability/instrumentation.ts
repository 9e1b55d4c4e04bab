import type { RequestName } from '@selvedge/shared/realtime';

/** Instrumentation hooks. They are called on hot paths, so they neither throw nor wait. Times are in milliseconds. */
export interface Instrumentation {
  /** A transaction took so long, from when it was asked for until it was durable or rolled back. */
  transaction(ms: number): void;
  /** So many writers were committed together (group commit). */
  batch(writers: number): void;
  /** A new message was published to its two people, so long after its commit. */
  delivered(ms: number): void;
  /** A socket request was answered. */
  answered(request: RequestName, ms: number): void;
  /** An HTTP call was answered; `route` is the pattern of its path. */
  called(method: string, route: string, status: number, ms: number): void;
  /** Somebody exceeded the rate limit of this name. */
  limited(limit: string): void;
  /** A socket that does not read was cut. */
  cut(): void;
  /** A picture was decoded and re-encoded, or failed to be. */
  decoded(ms: number): void;
  /** An unexpected error occurred. */
  failed(where: 'call' | 'socket' | 'after-commit'): void;
}

const nothing = () => undefined;
/** Hooks that do nothing, where nothing is measured. */
export const uninstrumented: Instrumentation = {
  transaction: nothing,
  batch: nothing,
  delivered: nothing,
  answered: nothing,
  called: nothing,
  limited: nothing,
  cut: nothing,
  decoded: nothing,
  failed: nothing,
};
