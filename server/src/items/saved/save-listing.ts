import { NOT_BELOW, saleStateOf } from '@selvedge/shared/items/saved';
import { SAVED_MAX } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import { isHidden, lockMember } from '../../members/public.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findListing, lockListing } from '../listings/queries.ts';
import { countSavedBy, deleteSaved, insertSaved, setTarget } from './queries.ts';

const NOT_SAVED = 'You have not saved this item.';
const FULL = `You have saved ${SAVED_MAX.toLocaleString('en-US')} items. Remove some to save more.`;

function announce(
  { publish }: Ctx,
  tx: Tx,
  memberId: string,
  change: { listingId: string; isSaved: boolean },
): void {
  tx.afterCommit(() => publish.toMember(memberId, 'saved:changed', change));
}

/**
 * Saves a listing; saving it again changes nothing.
 * @throws not_found, also if its seller is hidden; conflict for the actor's own listing, or above `SAVED_MAX`
 */
export function saveListing(ctx: Ctx, actor: Actor, listingId: string): Promise<void> {
  return ctx.db.transact(async (tx) => {
    // Against a change of it meanwhile, which would be compared with the state before.
    await lockListing(tx, { id: listingId });
    const [row] = await findListing(tx, { id: listingId });
    if (!row || (await isHidden(tx, actor, row.seller.id))) throw notFound('Listing not found');
    const { sellerId, priceCents, isSold, holdUntil } = row.listing;
    if (sellerId === actor.id) throw new AppError('conflict', 'This is your own item.');
    // One save of a member at a time, so that none passes the limit.
    await lockMember(tx, actor.id);
    const stored = await insertSaved(tx, {
      ...{ id: uuidv7(), memberId: actor.id, listingId, savedAt: new Date() },
      ...{ savedPriceCents: priceCents, knownPriceCents: priceCents },
      knownState: saleStateOf(isSold, holdUntil !== null),
    });
    if (stored.length === 0) return;
    const [saved] = await countSavedBy(tx, actor.id);
    if (saved && saved.count > SAVED_MAX) throw new AppError('conflict', FULL);
    announce(ctx, tx, actor.id, { listingId, isSaved: true });
  });
}

/**
 * Notifies the member once a listing that they have saved costs this much or less; null: no longer.
 * @throws not_found unless it is saved, also if its seller is hidden; conflict if it costs no more than that now
 */
export function setTargetPrice(
  ctx: Ctx,
  actor: Actor,
  listingId: string,
  targetPriceCents: number | null,
): Promise<void> {
  return ctx.db.transact(async (tx) => {
    await lockListing(tx, { id: listingId });
    const [row] = await findListing(tx, { id: listingId });
    // What costs how much is none of a blocked member's business.
    if (row && (await isHidden(tx, actor, row.seller.id))) throw notFound(NOT_SAVED);
    const knownPriceCents = row?.listing.priceCents;
    if (targetPriceCents !== null && knownPriceCents !== undefined && targetPriceCents >= knownPriceCents)
      throw new AppError('conflict', NOT_BELOW);
    const target = {
      targetPriceCents,
      ...(targetPriceCents !== null && knownPriceCents !== undefined && { knownPriceCents }),
    };
    if ((await setTarget(tx, { memberId: actor.id, listingId }, target)).length === 0)
      throw notFound(NOT_SAVED);
    announce(ctx, tx, actor.id, { listingId, isSaved: true });
  });
}

/** Also for a listing that is hidden or gone; one that is not saved stays so. */
export function unsaveListing(ctx: Ctx, actor: Actor, listingId: string): Promise<void> {
  return ctx.db.transact(async (tx) => {
    if ((await deleteSaved(tx, actor.id, listingId)).length > 0)
      announce(ctx, tx, actor.id, { listingId, isSaved: false });
  });
}
