import type { Listing } from '@selvedge/shared/items/listings';
import type { AddProofPhoto } from '@selvedge/shared/items/proof-photos';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import { mediaUrl } from '../../../platform/core/media-url.ts';
import { announceListing } from '../announce.ts';
import { lockListingFor } from '../lock-listing.ts';
import { presentOneListing } from '../present.ts';
import { findListing, updateListing } from '../queries.ts';
import { releasePhotos } from '../release-photos.ts';
import { claimProof } from './claim-proof.ts';

/**
 * Adds a listing's proof photo, or replaces it. A repeat changes nothing.
 * @throws not_found, forbidden; conflict when the listing is sold; invalid_input when the code is not the current one, or
 * the upload cannot be used
 */
export function setProofPhoto(ctx: Ctx, actor: Actor, id: string, input: AddProofPhoto): Promise<Listing> {
  return ctx.db.transact(async (tx) => {
    const { proofPhoto: current } = await lockListingFor(tx, actor, id, 'edit');
    if (current && current.code === input.code && mediaUrl(current.key) === input.image) {
      const [row] = await findListing(tx, { id });
      if (row) return presentOneListing(row, ctx.settings.current().features);
    }
    const { proof } = await claimProof(tx, { ownerId: actor.id, listingId: id }, input, new Date());
    await updateListing(tx, id, { proofPhoto: proof });
    const dropped = current ? [current.key] : [];
    await tx.emit('listing photos changed', { id, sellerId: actor.id, added: [proof.key], dropped });
    await releasePhotos(tx, current ? [current] : []);
    return announceListing(ctx, tx, 'updated', id);
  });
}
