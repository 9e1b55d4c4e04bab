import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announceLine } from './announce-line.ts';
import { endHold, endHoldSilently } from './free-listing.ts';
import { deletePlacesBetween, deletePlacesOf, listingsOnHoldOf, lockListingWithHold } from './queries.ts';

/** Notifies nobody: a sold or removed listing has not freed up. Call it in the transaction of the change. */
export async function endHoldIfGone(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  const [listing] = await lockListingWithHold(tx, { id });
  const isGone = listing !== undefined && (listing.isSold || listing.removedAt !== null);
  if (isGone && listing.holdUntil) await endHoldSilently(ctx, tx, id, 'gone');
}

async function lockOnHold(tx: Tx, memberId: string, otherId?: string) {
  const locked = [];
  for (const { id, conversationId } of await listingsOnHoldOf(tx, memberId, otherId)) {
    const [listing] = await lockListingWithHold(tx, { id });
    // It may have been released meanwhile, and put on hold for someone else.
    if (listing?.holdConversationId === conversationId) locked.push({ ...listing, id });
  }
  return locked;
}

export async function endHoldsBetween(ctx: Ctx, tx: Tx, one: string, other: string): Promise<void> {
  for (const { listingId } of await deletePlacesBetween(tx, one, other))
    await announceLine(ctx, tx, listingId);
  for (const listing of await lockOnHold(tx, one, other)) await endHold(ctx, tx, listing, 'separated');
}

/** The member's own listings do not free up, because they go as well. */
export async function endHoldsOf(ctx: Ctx, tx: Tx, memberId: string): Promise<void> {
  for (const { listingId } of await deletePlacesOf(tx, memberId)) await announceLine(ctx, tx, listingId);
  for (const listing of await lockOnHold(tx, memberId)) {
    if (listing.sellerId === memberId) await endHoldSilently(ctx, tx, listing.id, 'separated');
    else await endHold(ctx, tx, listing, 'separated');
  }
}
