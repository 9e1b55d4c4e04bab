import type { RequestName } from '@selvedge/shared/realtime';

/** What the parts of the product report to whoever counts. It is called where it is hot: it neither throws nor waits. Times are milliseconds. */
export interface Watch {
  /** A transaction, from when it was asked for until it was on disk or undone. */
  transaction(ms: number): void;
  /** So many writers were committed together. */
  batch(writers: number): void;
  /** A new message was told to its two people, so long after it was committed. */
  delivered(ms: number): void;
  /** A request of a socket was answered. */
  answered(request: RequestName, ms: number): void;
  /** A call was answered; `route` is the pattern of its path. */
  called(method: string, route: string, status: number, ms: number): void;
  /** Somebody did more than the limit of this name lets. */
  limited(limit: string): void;
  /** A socket that does not read was cut. */
  cut(): void;
  /** A picture was decoded and made anew, or could not be. */
  decoded(ms: number): void;
  /** Something failed that nobody had foreseen. */
  failed(where: 'call' | 'socket' | 'after-commit'): void;
}

const nothing = () => undefined;
/** Where nobody counts. */
export const unwatched: Watch = {
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
