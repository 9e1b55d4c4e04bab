import type { Database } from '../db/database.ts';
import { widestKey } from './media-key.ts';
import type { ListedFile, MediaStore } from './media-store.ts';
import { findFirstJoined, findKnownKeys } from './queries.ts';

const DAY = 86_400_000;

async function withoutRow(db: Database, files: ListedFile[]): Promise<ListedFile[]> {
  const keys = [...new Set(files.map(({ key }) => widestKey(key)))];
  const known = new Set((await db.read((conn) => findKnownKeys(conn, keys))).map(({ key }) => key));
  return files.filter(({ key }) => !known.has(widestKey(key)));
}

/**
 * Removes files without a row, which a failing store or an ending process left behind. Rows are stored before
 * their files, so these are never uploads in progress. Files older than the first member stay: they belong to
 * another database, and a server started with the wrong one must not empty the store.
 */
export async function sweepOrphans(
  { db, store }: { db: Database; store: MediaStore },
  now = new Date(),
  stop?: AbortSignal,
): Promise<number> {
  const [first] = await db.read(findFirstJoined);
  if (!first?.at) return 0;
  const [from, to] = [first.at.getTime(), now.getTime() - DAY];
  let count = 0;
  for await (const page of store.list()) {
    const old = page.filter(({ putAt }) => putAt.getTime() >= from && putAt.getTime() < to);
    for (const { key } of old.length > 0 ? await withoutRow(db, old) : []) {
      if (stop?.aborted) return count;
      await store.remove(key);
      count += 1;
    }
  }
  return count;
}
