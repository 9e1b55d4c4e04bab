import { AppError } from '../core/errors.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { MediaStore } from './media-store.ts';
import { insertUpload, takeNoRoom } from './queries.ts';
import { discardUnused, removePictures } from './sweep.ts';

/**
 * Stores a picture that nothing uses yet. Its row comes first: if the process ends before all files are stored, or
 * nothing ever claims them, the sweep finds them by the row. Nobody knows the key before this resolves.
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
    // A store that did not answer may still finish a put: the row stays, and the sweep removes the files later.
    if (error instanceof AppError && error.code === 'storage_down') {
      // Meanwhile it takes no room of its owner's, who has got nothing for it.
      await db.transact((tx) => takeNoRoom(tx, row.key)).catch(() => undefined);
      throw error;
    }
    // Files first, to free a full disk even where that has no room to delete the row; then the sweep does.
    await removePictures(store, [row]);
    await discardUnused(db, store, [row.key]).catch(() => undefined);
    throw error;
  }
}
