import type { SavedSearch } from '@selvedge/shared/items/saved-searches';
import type { QueryClient } from '@tanstack/react-query';
import { LISTINGS_KEY } from '../../lib/listing-keys.ts';
import { refetch } from '../../lib/restart-requests.ts';
import { DISMISSALS_KEY, SEARCHES_KEY } from './keys.ts';

/** Refetches the saved searches shown: one has changed or found something, or events may have been missed. */
export function searchesChanged(queries: QueryClient): void {
  refetch(queries, [SEARCHES_KEY]);
}

/** Shows that what a search has found was seen; without a socket, no event says so. */
export function searchSeen(queries: QueryClient, id: string): void {
  queries.setQueriesData<SavedSearch[]>(
    { predicate: ({ queryKey }) => queryKey[0] === SEARCHES_KEY && queryKey.length === 2 },
    (searches) => searches?.map((search) => (search.id === id ? { ...search, newCount: 0 } : search)),
  );
}

/** Refetches what depends on what the member is not interested in. */
export function dismissalsChanged(queries: QueryClient): void {
  for (const key of [DISMISSALS_KEY, LISTINGS_KEY]) refetch(queries, [key]);
}
