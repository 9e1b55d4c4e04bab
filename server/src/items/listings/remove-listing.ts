import { recordItemEvent } from '../events/record-item-event.ts';
import type { Acting } from './context.ts';
import { lockListingFor } from './lock-listing.ts';
import { deleteCode } from './proof/queries.ts';
import { findConversationAbout, updateListing } from './queries.ts';
import { releasePhotos } from './release-photos.ts';

/**
 * Permanent; conversations about the listing keep its title and first photo.
 * @param action `remove` by its owner, `removeAny` by an admin, which is logged
 * @param photosAre `withheld`: stored until an appeal brings them back or is no longer possible
 * @returns the seller's id @throws not_found, forbidden
 */
export async function removeListing(
  acting: Acting,
  id: string,
  action: 'remove' | 'removeAny',
  photosAre: 'deleted' | 'withheld' = 'deleted',
): Promise<string> {
  const { tx, actor, log, publish } = acting;
  const { photos, proofPhoto, sellerId } = await lockListingFor(acting, id, action);
  const hasConversation = (await findConversationAbout(tx, { sellerId, listingId: id })).length > 0;
  const photosKept = hasConversation ? 1 : 0;
  await updateListing(tx, id, {
    removedAt: new Date(),
    isSuspended: false,
    description: null,
    photos: photos.slice(0, photosKept),
    proofPhoto: null,
  });
  await deleteCode(tx, { ownerId: sellerId, listingId: id });
  await recordItemEvent(tx, { listingId: id }, { kind: 'removed' });
  await tx.emit('listing changed', { id });
  if (photosAre === 'deleted')
    await releasePhotos(tx, [...photos.slice(photosKept), ...(proofPhoto ? [proofPhoto] : [])]);
  tx.afterCommit(() => publish.toEveryone('listing:removed', { id }));
  if (action === 'removeAny') {
    tx.afterCommit(() =>
      log.info({ listingId: id, sellerId, adminId: actor.id }, 'an admin removed a listing'),
    );
  }
  return sellerId;
}
