import { type ListingAction, listingRefusal } from '@selvedge/shared/platform/policy';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type ListingState, lockListing } from './queries.ts';

const refusalText = (refusal: 'forbidden' | 'conflict', isSold: boolean): string => {
  if (refusal === 'forbidden') return 'You are not allowed to do this.';
  return isSold ? 'This item has already been sold.' : 'This item is not marked as sold.';
};

/**
 * Locks a listing until the transaction ends, and checks that the actor may perform the action. On a
 * suspended seller's listing, only an admin may act, to make the removal final.
 * @throws not_found, forbidden; conflict when its state does not allow the action.
 */
export async function lockListingFor(
  tx: Tx,
  actor: Actor,
  id: string,
  action: ListingAction,
): Promise<ListingState> {
  const [listing] = await lockListing(tx, { id });
  return requireMay(listing, actor, action);
}

/** @throws as `lockListingFor` */
export function requireMay<L extends Pick<ListingState, 'sellerId' | 'isSold' | 'isSuspended'>>(
  listing: L | undefined,
  actor: Actor,
  action: ListingAction,
): L {
  if (!listing || (listing.isSuspended && action !== 'removeAny')) throw notFound('Listing not found');
  const refusal = listingRefusal(action, actor, listing);
  if (refusal) throw new AppError(refusal, refusalText(refusal, listing.isSold));
  return listing;
}
