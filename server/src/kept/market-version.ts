import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { findVersion } from './queries.ts';

/** The version of what everybody sees of the market, as of after the call. */
export type MarketVersion = () => Promise<string>;

/**
 * Reads the version from the database, which changes it with the market itself: so whoever writes there, this node,
 * another one, an older release or the command line, is seen by the next question, and nobody has to tell anybody.
 * What is made after reading a version is never older than it. A version that a lost database took along comes back
 * never, so what was kept under it stays unread.
 *
 * All who ask in one turn of the loop share a reading, and so do those who ask during another one: it begins after they
 * asked, so an answer is never older than its question, and a crowd costs little more than one.
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
