import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { findVersion } from './queries.ts';

/** Reads the version of the market's public state, never from a read that started before the call. */
export type MarketVersion = () => Promise<string>;

/**
 * Reads the version from the database, where triggers update it with every market change. The next request notices any
 * write, whether by this node, another node, an older release or the CLI, so no invalidation messages are needed.
 * A response built after reading a version is never older than that version. After a restore from backup, versions
 * never repeat, so stale cache entries are never used.
 *
 * All calls in one event-loop tick share a read, and so do all calls made during a read: they share the next one. A
 * response is therefore never older than its request, and concurrent requests cost little more than one.
 */
export function readMarketVersion(db: Pick<Database, 'read'>): MarketVersion {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<string> | null = null;

  async function read(): Promise<string> {
    const [row] = await db.read((conn) => findVersion(conn, {}));
    if (!row) throw new Error('market_version is empty');
    return row.version;
  }
  async function scheduleRead(): Promise<string> {
    await Promise.all([running, nextTick()]);
    waiting = null;
    const reading = read();
    running = reading.catch(() => undefined);
    return reading;
  }
  return () => {
    waiting ??= scheduleRead();
    return waiting;
  };
}
