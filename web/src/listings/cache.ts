import type { Listing } from '@selvedge/shared/listings';
import type { QueryClient } from '@tanstack/react-query';
import { type HeldPages, heldItem, replaced, without } from '../lib/live-pages.ts';
import { profileKey } from '../users/keys.ts';
import { LISTING_KEY, LISTINGS_KEY } from './keys.ts';

const LISTS = { queryKey: [LISTINGS_KEY] };

/** What is on its way from the server may be older than what was just told. */
function askAgain(queries: QueryClient): void {
  const asked = [LISTINGS_KEY, LISTING_KEY].flatMap((key) =>
    queries.getQueryCache().findAll({ queryKey: [key], fetchStatus: 'fetching' }),
  );
  for (const { queryKey, state } of asked) {
    // The first answer to a question is waited for whatever happens, unless the question is put anew.
    if (state.data === undefined) void queries.resetQueries({ queryKey, exact: true });
    else void queries.invalidateQueries({ queryKey, exact: true });
  }
}

/** Puts a listing as it now is wherever it is held. In the grid it keeps its place: nothing moves under the reader. */
export function listingTold(queries: QueryClient, listing: Listing): void {
  askAgain(queries);
  queries.setQueryData<Listing>([LISTING_KEY, listing.id], (held) => held && listing);
  queries.setQueriesData<HeldPages<Listing>>(LISTS, (held) => {
    const place = held && heldItem(held, listing.id);
    return place ? replaced(held, { ...listing, bumpedAt: place.bumpedAt }) : held;
  });
  void queries.invalidateQueries({ queryKey: profileKey(listing.seller.username) });
}

/** A listing is gone: it leaves the lists, and where it is open the server says so. */
export function listingRemoved(queries: QueryClient, id: string): void {
  askAgain(queries);
  queries.setQueriesData<HeldPages<Listing>>(LISTS, (held) => held && without(held, id));
  void queries.resetQueries({ queryKey: [LISTING_KEY, id] });
  // Whose it was is not told.
  void queries.invalidateQueries({ queryKey: ['profile'] });
}

/** Facts may have been missed: what is open is asked for again. */
export function listingsMissed(queries: QueryClient): void {
  for (const key of [LISTINGS_KEY, LISTING_KEY, 'profile']) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}
