import type { Listing, NewListing } from '@selvedge/shared/items/listings';
import { v7 as uuidv7 } from 'uuid';
import { lockMember } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claimUploads } from '../../platform/media/claim-uploads.ts';
import { announceListing } from './announce.ts';
import { foldedColumns } from './folded-columns.ts';
import { presentOneListing } from './present.ts';
import { claimProof } from './proof/claim-proof.ts';
import { bindCode } from './proof/queries.ts';
import { findPostedListing, insertListing } from './queries.ts';

/** Null when the client id is new. @throws not_found when its listing was removed */
async function findFirst(
  ctx: Ctx,
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  clientId: string,
): Promise<Listing | null> {
  const [row] = await findPostedListing(tx, { sellerId: actor.id, clientId });
  if (row?.listing.removedAt) throw notFound('Listing not found');
  return row ? presentOneListing(row, ctx.settings.current().features) : null;
}

/** Claims the proof photo of a new listing; a form from before they were switched off may still have one. */
async function claimRequired(
  ctx: Ctx,
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  input: NewListing['proof'],
  at: Date,
) {
  const rule = ctx.settings.current().features.proofPhoto;
  if (rule === 'off') return null;
  if (input) return claimProof(tx, { ownerId: actor.id, listingId: null }, input, at, 'proof.');
  if (rule === 'optional') return null;
  const message = 'Add a proof photo before you post.';
  throw new AppError('invalid_input', message, { issues: [{ path: 'proof', message }] });
}

/**
 * Claims the photos from the seller's unused uploads. A repeated `clientId` returns its first listing.
 * @throws invalid_input for another image or without a required proof photo; not_found when the seller or the
 * first listing is gone
 */
export function createListing(ctx: Ctx, actor: Actor, input: NewListing): Promise<Listing> {
  return ctx.db.transact((tx) => createListingWithin(ctx, tx, actor, input));
}

/** Inside another's transaction. */
export async function createListingWithin(
  ctx: Ctx,
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  { images, price, clientId, proof: input, ...fields }: NewListing,
): Promise<Listing> {
  // Locks the seller, so that a concurrently deleted account leaves no listing, and repeats are serialized.
  await lockMember(tx, actor.id);
  const first = clientId && (await findFirst(ctx, tx, actor, clientId));
  if (first) return first;
  const at = new Date();
  const photos = await claimUploads(tx, actor.id, images, at);
  const claimed = await claimRequired(ctx, tx, actor, input, at);
  const id = uuidv7();
  await insertListing(tx, {
    ...fields,
    id,
    proofPhoto: claimed?.proof ?? null,
    sellerId: actor.id,
    clientId,
    ...foldedColumns(fields),
    priceCents: price,
    photos,
    createdAt: at,
    bumpedAt: at,
  });
  if (claimed) await bindCode(tx, claimed.codeId, id);
  const added = [...photos, ...(claimed ? [claimed.proof] : [])].map(({ key }) => key);
  await tx.emit('listing photos changed', { id, sellerId: actor.id, added, dropped: [] });
  return announceListing(ctx, tx, 'created', id);
}
