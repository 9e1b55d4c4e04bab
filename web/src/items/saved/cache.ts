import type { Listing } from '@selvedge/shared/items/listings';
import type { SavedListing } from '@selvedge/shared/items/saved';
import type { QueryClient } from '@tanstack/react-query';
import { type LoadedPages, loadedItem, replaced } from '../../lib/live-pages.ts';
import { refetch } from '../../lib/restart-requests.ts';
import { SAVED_KEY } from './keys.ts';

/** Updates a listing among those that the member has saved. */
export function savedListingReceived(queries: QueryClient, listing: Listing): void {
  queries.setQueriesData<LoadedPages<SavedListing>>({ queryKey: [SAVED_KEY] }, (list) => {
    const saved = list && loadedItem(list, listing.id);
    if (!saved) return list;
    const { savedAt, savedPrice } = saved;
    return replaced(list, { ...listing, savedAt, savedPrice });
  });
}

/** Refetches the list where it is open: a listing was removed, or saved in another tab. */
export function savedListChanged(queries: QueryClient): void {
  refetch(queries, [SAVED_KEY]);
}
