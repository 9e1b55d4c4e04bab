import type { Actor } from '../../../platform/core/actor.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { announceListing } from '../announce.ts';
import { lockListingFor } from '../lock-listing.ts';
import { updateListing } from '../queries.ts';
import { releasePhotos } from '../release-photos.ts';

/**
 * Removes a listing's proof photo, if it has one.
 * @throws not_found, forbidden; conflict while it is on sale where proof photos are required
 */
export function removeProofPhoto(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return ctx.db.transact(async (tx) => {
    const { proofPhoto, isSold, sellerId } = await lockListingFor(tx, actor, id, 'remove');
    if (!proofPhoto) return;
    if (!isSold && ctx.settings.current().features.proofPhoto === 'required') {
      throw new AppError('conflict', 'Listings here need a proof photo. You can replace it.');
    }
    await updateListing(tx, id, { proofPhoto: null });
    await tx.emit('listing photos changed', { id, sellerId, added: [], dropped: [proofPhoto.key] });
    await releasePhotos(tx, [proofPhoto]);
    await announceListing(ctx, tx, 'updated', id);
  });
}
