import type { Match } from '@selvedge/shared/matches';
import type { QueryClient } from '@tanstack/react-query';
import { MATCHES } from './keys.ts';

/** There is a new match, or events may have been missed: all shown matches are fetched again. */
export function matchesChanged(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [MATCHES] });
}

const holds = (data: unknown, isIt: (match: Match) => boolean): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  (data.pages as { items: Match[] }[]).some(({ items }) => items.some(isIt));

/** A listing was changed or removed: it may not match any more. */
export function matchedListingReceived(queries: QueryClient, listingId: string): void {
  const held = queries.getQueriesData({ queryKey: [MATCHES] });
  if (held.some(([, data]) => holds(data, ({ listing }) => listing.id === listingId)))
    matchesChanged(queries);
}

/** A request was changed or removed: it may have fewer matches or, if it is open, more. */
export function matchedWantedReceived(queries: QueryClient, wantedId: string): void {
  const held = queries.getQueriesData({ queryKey: [MATCHES] });
  if (held.some(([key, data]) => key[2] === wantedId || holds(data, ({ wtb }) => wtb.id === wantedId))) {
    matchesChanged(queries);
  }
}
