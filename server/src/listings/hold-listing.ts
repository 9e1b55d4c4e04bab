import { type ListingAction, listingRefusal } from '@selvedge/shared/policy';
import { AppError, notFound } from '../errors.ts';
import type { Acting } from './context.ts';
import { type ListingState, lockListing } from './queries.ts';

const REFUSALS = {
  forbidden: 'This is not yours to do.',
  conflict: 'This item has already been sold.',
} as const;

/**
 * Locks a listing until the transaction ends, and checks that the actor may do this with it.
 * @throws not_found, forbidden; conflict when the listing is sold and the action is not possible then.
 */
export async function holdListing(
  { tx, actor }: Pick<Acting, 'tx' | 'actor'>,
  id: string,
  action: ListingAction,
): Promise<ListingState> {
  const [listing] = await lockListing(tx, { id });
  if (!listing) throw notFound('Listing not found');
  const refusal = listingRefusal(action, actor, listing);
  if (refusal) throw new AppError(refusal, REFUSALS[refusal]);
  return listing;
}
