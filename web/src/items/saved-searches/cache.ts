import type { QueryClient } from '@tanstack/react-query';
import { LISTINGS_KEY } from '../../lib/listing-keys.ts';
import { refetch } from '../../lib/restart-requests.ts';
import { DISMISSALS_KEY, SEARCHES_KEY } from './keys.ts';

/** Refetches the saved searches shown: one has changed or found something, or events may have been missed. */
export function searchesChanged(queries: QueryClient): void {
  refetch(queries, [SEARCHES_KEY]);
}

/** Refetches what depends on what the member is not interested in. */
export function dismissalsChanged(queries: QueryClient): void {
  for (const key of [DISMISSALS_KEY, LISTINGS_KEY]) refetch(queries, [key]);
}
