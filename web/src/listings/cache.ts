import type { Listing } from '@selvedge/shared/listings';
import type { QueryClient } from '@tanstack/react-query';
import { askAgain } from '../lib/ask-again.ts';
import { type LoadedPages, loadedItem, replaced, without } from '../lib/live-pages.ts';
import { PROFILE, profileKey } from '../lib/own-list-keys.ts';
import { LISTING_KEY, LISTINGS_KEY } from './keys.ts';

const KEYS = [LISTINGS_KEY, LISTING_KEY];
const LISTS = { queryKey: [LISTINGS_KEY] };

/**
 * Updates a listing wherever it is held. In the grid it keeps its place, so that nothing moves under the reader; only
 * its owner sees at once where a bump has put it.
 */
export function listingReceived(queries: QueryClient, listing: Listing, isOwn: boolean): void {
  askAgain(queries, KEYS);
  queries.setQueryData<Listing>([LISTING_KEY, listing.id], (held) => held && listing);
  queries.setQueriesData<LoadedPages<Listing>>(LISTS, (held) => {
    const place = held && loadedItem(held, listing.id);
    return place ? replaced(held, { ...listing, bumpedAt: place.bumpedAt }) : held;
  });
  // Last, since writing into the lists marks them as fresh.
  if (isOwn) void queries.invalidateQueries(LISTS);
  void queries.invalidateQueries({ queryKey: profileKey(listing.seller.username) });
}

/** A listing was removed: takes it out of the lists, and asks the server again where it is open. */
export function listingRemoved(queries: QueryClient, id: string): void {
  askAgain(queries, KEYS);
  queries.setQueriesData<LoadedPages<Listing>>(LISTS, (held) => held && without(held, id));
  void queries.resetQueries({ queryKey: [LISTING_KEY, id] });
  // The event does not say whose listing it was.
  void queries.invalidateQueries({ queryKey: [PROFILE] });
}

/** Facts may have been missed: everything that is open is fetched again. */
export function listingsMissed(queries: QueryClient): void {
  for (const key of [...KEYS, PROFILE]) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
