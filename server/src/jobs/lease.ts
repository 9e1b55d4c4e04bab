import type { Database } from '../db/database.ts';
import { extendLease } from './queries.ts';

/**
 * Takes the lease on a scheduled job; only one process on the database gets it within `ms`. If that process crashes
 * midway, the rest of the work waits for the next run, so each run must find its own work.
 * @param now milliseconds since the epoch
 */
export const takeLease = async (db: Database, task: string, ms: number, now = Date.now()): Promise<boolean> =>
  (await db.transact(async (tx) => extendLease(tx, { task, now: new Date(now), until: new Date(now + ms) })))
    .length > 0;
