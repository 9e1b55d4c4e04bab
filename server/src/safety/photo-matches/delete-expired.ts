import type { Database } from '../../platform/db/database.ts';
import { deleteHashesOfRemoved } from './queries.ts';

const DAY = 86_400_000;
/** How long the photos of a removed listing are still recognized, in days. */
const REMOVED_DAYS = 365;
const BATCH = 200;

/** Deletes the hashes and small copies of photos whose listing was removed a year ago. */
export async function deleteExpiredHashes(db: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - REMOVED_DAYS * DAY);
  for (;;) {
    const deleted = await db.transact(async (tx) => deleteHashesOfRemoved(tx, before, BATCH));
    if (deleted.length < BATCH) return;
  }
}
