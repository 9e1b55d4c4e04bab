import type { Database } from '../../platform/db/database.ts';
import type { Uploads } from '../../platform/media/uploads.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { findHashesToCopy, updateCopy } from './queries.ts';

/**
 * Stores small copies of the photos of removed listings before their files are deleted, so that admins can see what a
 * later photo equals. Best effort: without one they see the placeholder.
 */
export async function storeCopies(
  { db, log, shrink }: { db: Database; log: Logger; shrink: Uploads['shrink'] },
  keys: string[],
): Promise<void> {
  const rows = keys.length > 0 ? await db.read(async (conn) => findHashesToCopy(conn, keys)) : [];
  for (const { id, key } of rows) {
    try {
      const copy = await shrink(key);
      if (copy) await db.transact(async (tx) => updateCopy(tx, id, copy));
    } catch (error) {
      log.warn({ err: error, key }, 'could not store a small copy of a removed photo');
    }
  }
}
