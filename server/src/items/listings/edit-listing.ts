import type { EditListing, Listing } from '@selvedge/shared/items/listings';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { mediaUrl } from '../../platform/core/media-url.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoredPhoto } from '../../platform/db/stored-photo.ts';
import { claimUploads } from '../../platform/media/claim-uploads.ts';
import { announceListing } from './announce.ts';
import { foldedColumns } from './folded-columns.ts';
import { lockListingFor } from './lock-listing.ts';
import { updateListing } from './queries.ts';
import { releasePhotos } from './release-photos.ts';

const keysOf = (photos: StoredPhoto[]): string[] => photos.map(({ key }) => key);
const without = (photos: StoredPhoto[], others: StoredPhoto[]): StoredPhoto[] =>
  photos.filter(({ key }) => !keysOf(others).includes(key));

/** The photos of these URLs, in order: the listing's own, and newly claimed uploads of the owner. */
async function photosOf(
  tx: Tx,
  actor: Actor,
  current: StoredPhoto[],
  urls: string[],
): Promise<StoredPhoto[]> {
  const photos = new Map(current.map((photo) => [mediaUrl(photo.key), photo]));
  const added = urls.filter((url) => !photos.has(url));
  for (const photo of await claimUploads(tx, actor.id, added, new Date())) {
    photos.set(mediaUrl(photo.key), photo);
  }
  return urls.flatMap((url) => photos.get(url) ?? []);
}

/**
 * The price and the place in the grid stay.
 * @throws not_found, forbidden, conflict; invalid_input for an image that is not its own or an unused upload
 */
export function editListing(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { images, price: _, ...fields }: EditListing,
): Promise<Listing> {
  return ctx.db.transact(async (tx) => {
    const { photos: current, sellerId } = await lockListingFor(tx, actor, id, 'edit');
    const photos = await photosOf(tx, actor, current, images);
    await updateListing(tx, id, {
      ...fields,
      ...foldedColumns(fields),
      photos,
      editedAt: new Date(),
    });
    const dropped = without(current, photos);
    const keys = { added: keysOf(without(photos, current)), dropped: keysOf(dropped) };
    await tx.emit('listing photos changed', { id, sellerId, ...keys });
    await releasePhotos(tx, dropped);
    return announceListing(ctx, tx, 'updated', id);
  });
}
