import type { Database } from '../db/database.ts';
import { extendLease } from './queries.ts';

/**
 * Takes the lease on a round of upkeep: of all processes on the database, one gets it within `ms`. If that one crashes
 * in the middle, the rest waits for the next round, so each round has to find by itself what there is to do.
 * @param now milliseconds since the epoch
 */
export const takeLease = async (db: Database, task: string, ms: number, now = Date.now()): Promise<boolean> =>
  (await db.transact(async (tx) => extendLease(tx, { task, now: new Date(now), until: new Date(now + ms) })))
    .length > 0;
