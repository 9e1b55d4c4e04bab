import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { fileKeys } from './media-key.ts';
import type { MediaStore } from './media-store.ts';
import { deleteUnused, deleteUnusedOf } from './queries.ts';

const HOUR = 3_600_000;
const UNUSED_MAX_AGE = 24 * HOUR;
const BATCH = 100;

/** Throws only once no removal is running; files it leaves behind are orphans. */
export async function removePictures(store: MediaStore, rows: { key: string }[]): Promise<void> {
  for (const { key } of rows) {
    const removed = await Promise.allSettled(fileKeys(key).map((file) => store.remove(file)));
    for (const result of removed) if (result.status === 'rejected') throw result.reason;
  }
}

/** Removes the rows first, so that they can no longer be claimed. @returns how many there were */
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

/** Leaves uploads that are used or part of an open report; the sweep removes any left over. */
export async function discardUnused(db: Database, store: MediaStore, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const unused = await db.transact((tx) => deleteUnusedOf(tx, keys));
  await removePictures(store, unused);
}

/** Removes temporary files left by a process that ended in the middle of an upload. */
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
