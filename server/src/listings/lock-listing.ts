import { type ListingAction, listingRefusal } from '@selvedge/shared/policy';
import { AppError, notFound } from '../core/errors.ts';
import type { Acting } from './context.ts';
import { type ListingState, lockListing } from './queries.ts';

const REFUSALS = {
  forbidden: 'This is not yours to do.',
  conflict: 'This item has already been sold.',
} as const;

/**
 * Locks a listing until the transaction ends, and checks that the actor may do this with it. Of a suspended seller's
 * listing, an admin can make the removal final.
 * @throws not_found, forbidden; conflict when the listing is sold and the action is not possible then.
 */
export async function lockListingFor(
  { tx, actor }: Pick<Acting, 'tx' | 'actor'>,
  id: string,
  action: ListingAction,
): Promise<ListingState> {
  const [listing] = await lockListing(tx, { id });
  return requireMay(listing, actor, action);
}

/** @throws as `lockListingFor` */
export function requireMay(
  listing: ListingState | undefined,
  actor: Acting['actor'],
  action: ListingAction,
): ListingState {
  if (!listing || (listing.isSuspended && action !== 'removeAny')) throw notFound('Listing not found');
  const refusal = listingRefusal(action, actor, listing);
  if (refusal) throw new AppError(refusal, REFUSALS[refusal]);
  return listing;
}
