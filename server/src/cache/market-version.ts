import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { findVersion } from './queries.ts';

/** Reads the version of the public state of the market; the read begins after the call. */
export type MarketVersion = () => Promise<string>;

/**
 * Reads the version from the database, where triggers change it with the market itself: so the next request notices any
 * write, be it by this node, another one, an older release or the command line, and no invalidation has to be sent.
 * An answer that is made after reading a version is never older than that. Versions of a database that was replaced by
 * a backup never recur, so entries cached under them are never used again.
 *
 * All calls in one turn of the event loop share a read, and so do all calls during another read: theirs begins after
 * they were made, so an answer is never older than its request, and a crowd costs little more than one.
 */
export function readMarketVersion(db: Pick<Database, 'read'>): MarketVersion {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<string> | null = null;

  async function read(): Promise<string> {
    const [row] = await db.read((conn) => findVersion(conn, {}));
    if (!row) throw new Error('the market has no version');
    return row.version;
  }
  async function wait(): Promise<string> {
    await Promise.all([running, endOfTurn()]);
    waiting = null;
    const reading = read();
    running = reading.catch(() => undefined);
    return reading;
  }
  return () => {
    waiting ??= wait();
    return waiting;
  };
}
