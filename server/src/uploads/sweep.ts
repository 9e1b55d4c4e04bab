import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { fileKeys } from './media-key.ts';
import type { MediaStore } from './media-store.ts';
import { deleteUnused, deleteUnusedOf } from './queries.ts';

const HOUR = 3_600_000;
/** An upload that nothing has claimed for this long is removed; milliseconds. */
const UNUSED_MAX_AGE = 24 * HOUR;
const BATCH = 100;

/** Removes pictures one at a time, and throws only once no removal is under way; files it leaves are orphans. */
export async function removePictures(store: MediaStore, rows: { key: string }[]): Promise<void> {
  for (const { key } of rows) {
    const removed = await Promise.allSettled(fileKeys(key).map((file) => store.remove(file)));
    for (const one of removed) if (one.status === 'rejected') throw one.reason;
  }
}

/**
 * Removes the uploads that nothing has claimed for a day, rows first, after which nothing can claim them.
 * @returns how many there were.
 */
export async function sweepUnused(db: Database, store: MediaStore, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - UNUSED_MAX_AGE);
  let count = 0;
  for (;;) {
    const swept = await db.transact((tx) => deleteUnused(tx, before, BATCH));
    await removePictures(store, swept);
    count += swept.length;
    if (swept.length < BATCH) return count;
  }
}

/** Removes those of these uploads that nothing uses and no open report is about; the sweep gets any that are left. */
export async function discardUnused(db: Database, store: MediaStore, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const unused = await db.transact((tx) => deleteUnusedOf(tx, keys));
  await removePictures(store, unused);
}

/** Removes temporary files that were left by a process which ended in the middle of an upload. */
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
