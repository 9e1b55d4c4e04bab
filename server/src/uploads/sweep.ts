import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { fileKeys } from './media-key.ts';
import type { MediaStore } from './media-store.ts';
import { deleteUnused, deleteUnusedOf } from './queries.ts';

const HOUR = 3_600_000;
/** An upload that nothing has taken for this long is given up; milliseconds. */
const UNUSED_MAX_AGE = 24 * HOUR;
const BATCH = 100;

const removePicture = async (store: MediaStore, key: string): Promise<void> => {
  await Promise.all(fileKeys(key).map((file) => store.remove(file)));
};

/**
 * Removes the uploads that nothing has taken for a day, rows first: from then on nothing can take them.
 * @returns how many there were.
 */
export async function sweepUnused(db: Database, store: MediaStore, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - UNUSED_MAX_AGE);
  let count = 0;
  for (;;) {
    const swept = await db.transact((tx) => deleteUnused(tx, before, BATCH));
    await Promise.all(swept.map(({ key }) => removePicture(store, key)));
    count += swept.length;
    if (swept.length < BATCH) return count;
  }
}

/** Removes those of these uploads that nothing uses; should the process end before it has, the sweep does it. */
export async function discardUnused(db: Database, store: MediaStore, keys: string[]): Promise<void> {
  const unused = await db.transact((tx) => deleteUnusedOf(tx, keys));
  await Promise.all(unused.map(({ key }) => removePicture(store, key)));
}

/** Removes what a process that ended in the middle of an upload has left in the folder of temporary files. */
export async function sweepTemporary(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const modifiedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (now - modifiedAt > HOUR) await rm(path, { force: true });
  }
}
