import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { findVersion } from './queries.ts';

/** Reads the version of the market's public state, never from a read that started before the call. */
export type MarketVersion = () => Promise<string>;

/**
 * Triggers update the version with every market change, so the next request notices any write, by any node,
 * an older release or the CLI. After a restore from backup, versions never repeat.
 * Calls in one event-loop tick share a read, and calls made during a read share the next one: a response is
 * never older than its request, and concurrent requests cost little more than one.
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
