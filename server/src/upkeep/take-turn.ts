import type { Database } from '../db/database.ts';
import { takeRound } from './queries.ts';

/**
 * Whether it is this process that makes the next round of some upkeep: of all on the database, one does within `ms`. Should
 * it end in the middle, the rest waits for the next round, so upkeep begins where it finds things.
 * @param now milliseconds since the epoch
 */
export const takeTurn = async (db: Database, task: string, ms: number, now = Date.now()): Promise<boolean> =>
  (await db.transact(async (tx) => takeRound(tx, { task, now: new Date(now), until: new Date(now + ms) })))
    .length > 0;
