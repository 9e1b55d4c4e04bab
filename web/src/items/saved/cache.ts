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
    const { savedAt, savedPrice, targetPrice } = saved;
    return replaced(list, { ...listing, savedAt, savedPrice, targetPrice });
  });
}

/** Refetches the list if it shows the listing that was removed. */
export function savedListingRemoved(queries: QueryClient, id: string): void {
  const lists = queries.getQueriesData<LoadedPages<SavedListing>>({ queryKey: [SAVED_KEY] });
  if (lists.some(([, list]) => list && loadedItem(list, id))) savedListChanged(queries);
}

/** Refetches the list where it is open. */
export function savedListChanged(queries: QueryClient): void {
  refetch(queries, [SAVED_KEY]);
}
