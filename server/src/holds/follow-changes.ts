import type { Tx } from '../db/database.ts';
import { freeListing, type HoldContext } from './free-listing.ts';
import { deleteLine, deletePlacesOf, listingsOnHoldOf, lockListingWithHold, setHold } from './queries.ts';

/**
 * Ends the hold of a listing that was sold or removed, and its line, telling nobody: it has not freed up. Call it in the
 * transaction that changes the listing.
 */
export async function endHoldIfGone(tx: Tx, id: string): Promise<void> {
  const [listing] = await lockListingWithHold(tx, id);
  if (!listing || (!listing.isSold && listing.removedAt === null)) return;
  if (listing.holdConversationId !== null)
    await setHold(tx, id, { holdConversationId: null, holdUntil: null });
  await deleteLine(tx, id);
}

/** Ends the holds between two members, of whom one has blocked the other. */
export async function endHoldsBetween(
  ctx: Pick<HoldContext, 'publish' | 'onChange'>,
  tx: Tx,
  one: string,
  other: string,
): Promise<void> {
  for (const { id } of await listingsOnHoldOf(tx, one, other)) await freeListing(ctx, tx, id);
}

/** Ends the holds of a member whose account was suspended or deleted, and their places in lines. */
export async function endHoldsOf(
  ctx: Pick<HoldContext, 'publish' | 'onChange'>,
  tx: Tx,
  personId: string,
): Promise<void> {
  await deletePlacesOf(tx, personId);
  for (const { id } of await listingsOnHoldOf(tx, personId)) await freeListing(ctx, tx, id);
}
