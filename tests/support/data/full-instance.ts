import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createDiskStore } from '../../../server/src/platform/media/disk-store.ts';
import { fileKeys } from '../../../server/src/platform/media/media-key.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { everyTable, insertRows } from '../contract/every-table.ts';

const log = createLog('error');

/** The settings required for creating an instance. */
export type InstanceSettings = Record<string, string> & { DATA_DIR: string };

export async function withDatabase<T>(
  at: InstanceSettings,
  work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(at.DATABASE_URL ?? `file:${join(at.DATA_DIR, 'selvedge.db')}`, log);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/**
 * Creates an instance with rows in every table, its pictures and its secret, without a server.
 * @param pictureOf the content of a picture's file
 */
export async function fillInstance(
  at: InstanceSettings,
  rows: number,
  pictureOf: (file: string) => Uint8Array = (file) => Buffer.from(`picture ${file}`),
) {
  const everything = everyTable(rows);
  await withDatabase(at, (db) => insertRows(db, everything));
  const store = createDiskStore(join(at.DATA_DIR, 'media'));
  for (const { key } of everything.get('uploads') ?? [])
    for (const file of fileKeys(String(key))) await store.put(file, pictureOf(file));
  mkdirSync(join(at.DATA_DIR, 'secrets'), { mode: 0o700 });
  writeFileSync(join(at.DATA_DIR, 'secrets/auth'), 'a secret of the instance', { mode: 0o600 });
  return everything;
}

/**
 * Rows sorted by their keys, the first columns; JSON is parsed, because engines order its fields differently.
 */
export const sortRows = (rows: Map<string, Record<string, unknown>[]>) =>
  Object.fromEntries(
    [...rows].map(([name, all]) => [
      name,
      Object.fromEntries(all.map((row) => [String(Object.values(row)[0]), JSON.parse(JSON.stringify(row))])),
    ]),
  );
