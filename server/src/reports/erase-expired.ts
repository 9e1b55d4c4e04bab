import { APPEAL_DAYS } from '@selvedge/shared/report-reasons';
import type { Database } from '../db/database.ts';
import { hourly } from '../jobs/hourly.ts';
import type { Logger } from '../observability/log.ts';
import { eraseExpired } from './own-data-queries.ts';
import { pendingSince } from './visitors/file-visitor-report.ts';
import { deletePendingBefore } from './visitors/queries.ts';

const DAY = 86_400_000;

/**
 * Deletes reports that were never confirmed, and erases what only an appeal needed once none is possible: the addresses of
 * visitors and the text of what was removed.
 * @param now milliseconds since the epoch
 */
export async function eraseExpiredReports(db: Database, now: number): Promise<void> {
  await db.transact(async (tx) => {
    await deletePendingBefore(tx, pendingSince(now));
    await eraseExpired(tx, new Date(now - (APPEAL_DAYS + 1) * DAY));
  });
}

/** Runs it once an hour, in one of the processes on the database. @returns a stop function. */
export const startErasingReports = (db: Database, log: Logger): (() => Promise<void>) =>
  hourly(db, 'reports', () => eraseExpiredReports(db, Date.now()), log);
