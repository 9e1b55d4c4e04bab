import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { MediaStore } from './media-store.ts';
import { insertUpload } from './queries.ts';
import { discardUnused } from './sweep.ts';

/**
 * Stores a picture that nothing uses yet. Its row comes first: should the process end before all files are there, or
 * before something takes them, the sweep finds them by it. Nobody knows the key before this resolves.
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
    await discardUnused(db, store, [row.key]);
    throw error;
  }
}
