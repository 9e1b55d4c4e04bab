import { foldText } from '@selvedge/shared/fold';
import type { Listing, NewListing } from '@selvedge/shared/listings';
import { brandKeyOf } from '@selvedge/shared/matching';
import { v7 as uuidv7 } from 'uuid';
import { notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { lockMember } from '../members/find-member.ts';
import { claimUploads } from '../uploads/claim-uploads.ts';
import { announce } from './announce.ts';
import type { Acting } from './context.ts';
import { presentListing } from './present.ts';
import { findPostedListing, insertListing } from './queries.ts';

/**
 * The current state of the listing first created with a client id; null when there is none.
 * @throws not_found when it was removed
 */
async function findFirst(tx: Tx, sellerId: string, clientId: string): Promise<Listing | null> {
  const [row] = await findPostedListing(tx, { sellerId, clientId });
  if (row?.listing.removedAt) throw notFound('Listing not found');
  return row ? presentListing(row) : null;
}

/**
 * Offers an item for sale, at the top of the grid. Claims its photos from the seller's unused uploads. A
 * repeated `clientId` returns the listing that it first created, and does nothing.
 * @throws invalid_input when an image is not such an upload; not_found when the seller or the first posting
 * is gone.
 */
export async function createListing(
  { tx, actor, publish, onChange }: Pick<Acting, 'tx' | 'publish' | 'onChange'> & { actor: { id: string } },
  { images, price, clientId, proof: _, ...fields }: NewListing,
): Promise<Listing> {
  // Locks the seller, so that a concurrently deleted account leaves no listing, and repeats are serialized.
  await lockMember(tx, actor.id);
  const first = clientId && (await findFirst(tx, actor.id, clientId));
  if (first) return first;
  const at = new Date();
  const photos = await claimUploads(tx, actor.id, images, at);
  const id = uuidv7();
  await insertListing(tx, {
    ...fields,
    id,
    sellerId: actor.id,
    clientId,
    brandFolded: foldText(fields.brand),
    brandKey: brandKeyOf(fields.brand),
    priceCents: price,
    photos,
    createdAt: at,
    bumpedAt: at,
  });
  return announce({ tx, publish, onChange }, 'listing:new', id);
}
