import type { Listing } from '@selvedge/shared/listings';
import type { QueryClient } from '@tanstack/react-query';
import { askAgain } from '../lib/ask-again.ts';
import { type HeldPages, heldItem, replaced, without } from '../lib/live-pages.ts';
import { PROFILE, profileKey } from '../users/keys.ts';
import { LISTING_KEY, LISTINGS_KEY } from './keys.ts';

const KEYS = [LISTINGS_KEY, LISTING_KEY];
const LISTS = { queryKey: [LISTINGS_KEY] };

/** Puts a listing as it now is wherever it is held. In the grid it keeps its place: nothing moves under the reader. */
export function listingTold(queries: QueryClient, listing: Listing): void {
  askAgain(queries, KEYS);
  queries.setQueryData<Listing>([LISTING_KEY, listing.id], (held) => held && listing);
  queries.setQueriesData<HeldPages<Listing>>(LISTS, (held) => {
    const place = held && heldItem(held, listing.id);
    return place ? replaced(held, { ...listing, bumpedAt: place.bumpedAt }) : held;
  });
  void queries.invalidateQueries({ queryKey: profileKey(listing.seller.username) });
}

/** A listing is gone: it leaves the lists, and where it is open the server says so. */
export function listingRemoved(queries: QueryClient, id: string): void {
  askAgain(queries, KEYS);
  queries.setQueriesData<HeldPages<Listing>>(LISTS, (held) => held && without(held, id));
  void queries.resetQueries({ queryKey: [LISTING_KEY, id] });
  // Whose it was is not told.
  void queries.invalidateQueries({ queryKey: [PROFILE] });
}

/** Facts may have been missed: what is open is asked for again. */
export function listingsMissed(queries: QueryClient): void {
  for (const key of [...KEYS, PROFILE]) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
