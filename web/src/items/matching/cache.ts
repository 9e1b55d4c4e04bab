import type { Match } from '@selvedge/shared/items/matches';
import type { QueryClient } from '@tanstack/react-query';
import { refetch } from '../../lib/restart-requests.ts';
import { MATCHES } from './keys.ts';

/** Refetches all matches shown: there is a new match, or events may have been missed. */
export function matchesChanged(queries: QueryClient): void {
  refetch(queries, [MATCHES]);
}

const contains = (data: unknown, isMatch: (match: Match) => boolean): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  (data.pages as { items: Match[] }[]).some(({ items }) => items.some(isMatch));

/** A listing was changed or removed: it may no longer match. */
export function matchedListingReceived(queries: QueryClient, listingId: string): void {
  const cached = queries.getQueriesData({ queryKey: [MATCHES] });
  if (cached.some(([, data]) => contains(data, ({ listing }) => listing.id === listingId)))
    matchesChanged(queries);
}

/** A WTB was changed or removed: it may have fewer matches or, if it is open, more. */
export function matchedWantedReceived(queries: QueryClient, wantedId: string): void {
  const cached = queries.getQueriesData({ queryKey: [MATCHES] });
  if (cached.some(([key, data]) => key[2] === wantedId || contains(data, ({ wtb }) => wtb.id === wantedId))) {
    matchesChanged(queries);
  }
}
