import { APPEAL_DAYS } from '@selvedge/shared/safety/report-reasons';
import type { Database } from '../../platform/db/database.ts';
import { releaseUploads } from '../../platform/media/release-uploads.ts';
import { eraseExpired, lockExpired } from './own-data-queries.ts';
import { pendingSince } from './visitors/file-visitor-report.ts';
import { deletePendingBefore } from './visitors/queries.ts';

const DAY = 86_400_000;

/**
 * Deletes reports that were never confirmed, and erases what only an appeal needed once none is possible: the addresses of
 * visitors, and the text and the photos of what was removed.
 * @param now milliseconds since the epoch
 */
export async function eraseExpiredReports(db: Database, now: number): Promise<void> {
  await db.transact(async (tx) => {
    await deletePendingBefore(tx, pendingSince(now));
    const before = new Date(now - (APPEAL_DAYS + 1) * DAY);
    const expired = await lockExpired(tx, before);
    const erased = new Set((await eraseExpired(tx, before)).map(({ id }) => id));
    const keys = expired.flatMap(({ id, removed }) => (erased.has(id) ? (removed?.withheld ?? []) : []));
    await releaseUploads(tx, keys);
    await tx.emit('photos released', { keys });
  });
}
