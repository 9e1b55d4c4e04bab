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
 * Whoever asks while it is being read waits for the next reading, which all of them share: an answer is never older than
 * its question, and a crowd costs little more than one.
 */
export function readMarketVersion(db: Pick<Database, 'read'>): MarketVersion {
  const read = async (): Promise<string> => {
    const [row] = await db.read((conn) => findVersion(conn, {}));
    if (!row) throw new Error('the market has no version');
    return row.version;
  };
  let current: Promise<string> | null = null;
  let next: Promise<string> | null = null;

  function start(): Promise<string> {
    const reading = read().finally(() => {
      if (current === reading) current = null;
    });
    current = reading;
    return reading;
  }
  return () => {
    if (!current) return start();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
