import type { CardListing, Listing } from '@selvedge/shared/items/listings';
import type { QueryClient } from '@tanstack/react-query';
import { LISTING_KEY, LISTINGS_KEY } from '../../lib/listing-keys.ts';
import { type LoadedPages, loadedItem, replaced, without } from '../../lib/live-pages.ts';
import { PROFILE, profileKey } from '../../lib/own-list-keys.ts';
import { refetch, restartRequests } from '../../lib/restart-requests.ts';

const KEYS = [LISTINGS_KEY, LISTING_KEY];
const LISTS = { queryKey: [LISTINGS_KEY] };

/**
 * Updates a listing wherever it is cached. In the grid it keeps its position, so that nothing moves while
 * someone reads; only its owner immediately sees where a bump has put it.
 */
export function listingReceived(queries: QueryClient, listing: Listing, isOwn: boolean): void {
  restartRequests(queries, KEYS);
  queries.setQueryData<Listing>([LISTING_KEY, listing.id], (cached) => cached && listing);
  queries.setQueriesData<LoadedPages<CardListing>>(LISTS, (cached) => {
    const place = cached && loadedItem(cached, listing.id);
    return place ? replaced(cached, { ...listing, bumpedAt: place.bumpedAt }) : cached;
  });
  // Last, because writing to the lists marks them as fresh.
  if (isOwn) void queries.invalidateQueries(LISTS);
  refetch(queries, profileKey(listing.seller.username));
}

/** Removes a listing from the lists, and refetches it where it is open. */
export function listingRemoved(queries: QueryClient, id: string): void {
  restartRequests(queries, KEYS);
  queries.setQueriesData<LoadedPages<CardListing>>(LISTS, (cached) => cached && without(cached, id));
  void queries.resetQueries({ queryKey: [LISTING_KEY, id] });
  // The event does not say whose listing it was.
  refetch(queries, [PROFILE]);
}

/** Refetches everything that is open, after events may have been missed. */
export function listingsMissed(queries: QueryClient): void {
  for (const key of [...KEYS, PROFILE]) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
