import { AppError } from '../core/errors.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { MediaStore } from './media-store.ts';
import { clearBytes, insertUpload } from './queries.ts';
import { discardUnused, removePictures } from './sweep.ts';

/**
 * The row comes first: if the process ends before all files are stored, or nothing claims them, the sweep
 * finds them by the row. The key is unknown to clients before this resolves.
 */
export async function storeUpload(
  { db, store }: { db: Database; store: MediaStore },
  row: Tables['uploads']['$inferInsert'],
  putFiles: () => Promise<void>,
): Promise<void> {
  await db.transact((tx) => insertUpload(tx, row));
  try {
    await putFiles();
  } catch (error) {
    // A store that timed out may still finish a put: the row stays, and the sweep removes the files later.
    if (error instanceof AppError && error.code === 'storage_down') {
      // Until then it does not count toward its owner's quota, since they got no picture.
      await db.transact((tx) => clearBytes(tx, row.key)).catch(() => undefined);
      throw error;
    }
    // Files first, to free a full disk even without room to delete the row; the sweep then deletes it.
    await removePictures(store, [row]);
    await discardUnused(db, store, [row.key]).catch(() => undefined);
    throw error;
  }
}
