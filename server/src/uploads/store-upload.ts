import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { AppError } from '../errors.ts';
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
    // What has not answered may still do what it was asked: the row stays, and the sweep removes whatever is there then.
    if (error instanceof AppError && error.code === 'storage_down') {
      // Meanwhile it takes no room of its owner's, who has got nothing for it.
      await db.transact((tx) => takeNoRoom(tx, row.key)).catch(() => undefined);
      throw error;
    }
    // A disk that is full gets its room back, even if giving up the row finds none; the sweep does that.
    await removePictures(store, [row]);
    await discardUnused(db, store, [row.key]).catch(() => undefined);
    throw error;
  }
}
