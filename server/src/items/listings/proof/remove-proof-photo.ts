import { AppError } from '../../../platform/core/errors.ts';
import { announceListing } from '../announce.ts';
import type { Acting } from '../context.ts';
import { lockListingFor } from '../lock-listing.ts';
import { updateListing } from '../queries.ts';
import { releasePhotos } from '../release-photos.ts';

/**
 * Removes a listing's proof photo, if it has one.
 * @throws not_found, forbidden; conflict while it is on sale where proof photos are required
 */
export async function removeProofPhoto(acting: Acting, id: string): Promise<void> {
  const { tx } = acting;
  const { proofPhoto, isSold, sellerId } = await lockListingFor(acting, id, 'remove');
  if (!proofPhoto) return;
  if (!isSold && acting.features().proofPhoto === 'required') {
    throw new AppError('conflict', 'Listings here need a proof photo. You can replace it.');
  }
  await updateListing(tx, id, { proofPhoto: null });
  await tx.emit('listing photos changed', { id, sellerId, added: [], dropped: [proofPhoto.key] });
  await releasePhotos(tx, [proofPhoto]);
  await announceListing(acting, 'listing:changed', id);
}
