import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { fileSamePhoto, isReported } from '../reports/file-same-photo.ts';
import type { Hashes } from './follow-hashes.ts';
import { existingUploads, findHashes, type HashRow, lockListings, takeWaiting } from './queries.ts';

/** The most copies that are looked up, the nearest ones, including the member's own. */
const COPIES_MAX = 500;
/** The most other members that one photo is reported with: a shop's own picture may be everywhere. */
const MEMBERS_MAX = 3;

interface Comparing {
  db: Database;
  log: Logger;
  hashes: Hashes;
}

const inOrderOf = (ids: string[], rows: HashRow[]): HashRow[] =>
  ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);

/** Of two photos that both wait to be compared, the later one is reported, when its turn comes. */
function nearestOfOthers(photo: Pick<HashRow, 'id' | 'ownerId'>, copies: HashRow[]): HashRow[] {
  const ofOthers = copies.filter(
    ({ ownerId, id, views }) => ownerId !== photo.ownerId && (views === null || id < photo.id),
  );
  const byOwner = [...Map.groupBy(ofOthers, ({ ownerId }) => ownerId).values()];
  return byOwner.flatMap(([nearest]) => nearest ?? []).slice(0, MEMBERS_MAX);
}

async function fileMatch(
  tx: Tx,
  photo: HashRow,
  other: HashRow,
  listing: Awaited<ReturnType<typeof lockListings>>[number],
): Promise<boolean> {
  const { listingId, key } = other;
  // The later photo was compared first, by another node: this one was not committed yet, or has been reported with it.
  const reversed = { memberId: other.ownerId, key, listingId, otherListingId: photo.listingId };
  if (await isReported(tx, reversed)) return false;
  const hasFile = (await existingUploads(tx, [other.key])).length > 0;
  return fileSamePhoto(tx, {
    listingId: photo.listingId,
    otherMemberId: other.ownerId,
    photo: {
      key: photo.key,
      otherKey: hasFile ? other.key : null,
      otherCopy: hasFile ? null : other.copy,
      otherPlaceholder: other.placeholder,
      otherListing: {
        ...{ id: listing.id, title: listing.title, isRemoved: listing.removedAt !== null },
        addedAt: other.addedAt.toISOString(),
      },
    },
  });
}

async function settle(tx: Tx, log: Logger, id: string, copies: string[]): Promise<void> {
  const seen = await findHashes(tx, [id, ...copies]);
  // In one statement and before everything else, as every change of a listing's photos locks it first.
  const listings = await lockListings(tx, [...new Set(seen.map(({ listingId }) => listingId))]);
  const [photo] = await takeWaiting(tx, id);
  if (!photo) return;
  for (const other of nearestOfOthers(photo, inOrderOf(copies, await findHashes(tx, copies)))) {
    const listing = listings.find((one) => one.id === other.listingId);
    if (!listing || !(await fileMatch(tx, photo, other, listing))) continue;
    const details = { listingId: photo.listingId, otherListingId: other.listingId };
    tx.afterCommit(() => log.info(details, 'reported a listing with the photo of another member'));
  }
}

export async function comparePhoto(
  { db, log, hashes }: Comparing,
  { id, views, placeholder }: Pick<HashRow, 'id' | 'views' | 'placeholder'>,
): Promise<void> {
  const found = views === null ? [] : await hashes.find({ views, placeholder });
  const copies = found.filter((other) => other !== id).slice(0, COPIES_MAX);
  await db.transact((tx) => settle(tx, log, id, copies));
}
