import type { Listing, NewListing } from '@selvedge/shared/listings';
import { brandKeyOf } from '@selvedge/shared/matching';
import { v7 as uuidv7 } from 'uuid';
import { foldText } from '../search-text.ts';
import { claimUploads } from '../uploads/claim-uploads.ts';
import { holdMember } from '../users/find-user.ts';
import { announce } from './announce.ts';
import type { Acting } from './context.ts';
import { insertListing } from './queries.ts';

/**
 * Offers an item for sale; it stands at the top of the grid. Its photos are taken from the seller's unused uploads.
 * @throws invalid_input when an image is not one of those; not_found when the seller is gone.
 */
export async function createListing(
  { tx, actor, publish, onChange }: Pick<Acting, 'tx' | 'publish' | 'onChange'> & { actor: { id: string } },
  { images, price, ...fields }: NewListing,
): Promise<Listing> {
  // Whoever is deleting their account meanwhile leaves nothing behind.
  await holdMember(tx, actor.id);
  const at = new Date();
  const photos = await claimUploads(tx, actor.id, images, at);
  const id = uuidv7();
  await insertListing(tx, {
    ...fields,
    id,
    sellerId: actor.id,
    brandFolded: foldText(fields.brand),
    brandKey: brandKeyOf(fields.brand),
    priceCents: price,
    photos,
    createdAt: at,
    bumpedAt: at,
  });
  return announce({ tx, publish, onChange }, 'listing:new', id);
}
