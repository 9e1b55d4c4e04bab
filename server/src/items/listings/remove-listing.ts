import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordItemEvent } from '../events/record-item-event.ts';
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
export async function removeListingWithin(
  ctx: Ctx,
  tx: Tx,
  actor: Actor,
  id: string,
  action: 'remove' | 'removeAny',
  photosAre: 'deleted' | 'withheld' = 'deleted',
): Promise<string> {
  const { photos, proofPhoto, sellerId } = await lockListingFor(tx, actor, id, action);
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
  await tx.emit('listing changed', { id, change: 'removed' });
  if (photosAre === 'deleted')
    await releasePhotos(tx, [...photos.slice(photosKept), ...(proofPhoto ? [proofPhoto] : [])]);
  tx.afterCommit(() => ctx.publish.toEveryone('listing:removed', { id }));
  if (action === 'removeAny') {
    tx.afterCommit(() =>
      ctx.log.info({ listingId: id, sellerId, adminId: actor.id }, 'an admin removed a listing'),
    );
  }
  return sellerId;
}

/** Removes the actor's listing. @throws not_found, forbidden */
export async function removeListing(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  await ctx.db.transact((tx) => removeListingWithin(ctx, tx, actor, id, 'remove'));
}
