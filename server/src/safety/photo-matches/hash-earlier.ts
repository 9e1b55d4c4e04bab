import { v7 as uuidv7 } from 'uuid';
import { LOWEST_ID } from '../../platform/core/paging.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Uploads } from '../../platform/media/uploads.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { findHashedKeys, insertHashes, listingsAbove } from './queries.ts';

const PAGE = 100;

/**
 * Hashes the photos of listings from before photos were compared. They are not reported themselves; later photos are
 * compared with them.
 * @returns how many there were
 */
export async function hashEarlierPhotos(
  { db, log, hash }: { db: Database; log: Logger; hash: Uploads['hash'] },
  isClosed: () => boolean,
): Promise<number> {
  let [above, count] = [LOWEST_ID, 0];
  for (;;) {
    const from = above;
    const listings = await db.read(async (conn) => listingsAbove(conn, from, PAGE));
    const last = listings.at(-1);
    if (!last) return count;
    above = last.id;
    const keys = listings.flatMap(({ photos }) => photos.map(({ key }) => key));
    const hashed = new Set((await db.read(async (conn) => findHashedKeys(conn, keys))).map(({ key }) => key));
    for (const listing of listings) {
      for (const photo of listing.photos.filter(({ key }) => !hashed.has(key))) {
        if (isClosed()) return count;
        const hashes = await hash(photo.key).catch((error: unknown) => {
          log.warn({ err: error, key: photo.key }, 'could not hash a photo; retrying after the next start');
          return null;
        });
        if (!hashes) continue;
        const { key, placeholder } = photo;
        const row = { id: uuidv7(), listingId: listing.id, ownerId: listing.sellerId, hash: hashes.hash };
        await db.transact(async (tx) =>
          insertHashes(tx, [
            { ...row, key, placeholder, views: null, copy: null, addedAt: listing.createdAt },
          ]),
        );
        count += 1;
      }
    }
  }
}
