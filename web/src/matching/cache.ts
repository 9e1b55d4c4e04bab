import type { Match } from '@selvedge/shared/matches';
import type { QueryClient } from '@tanstack/react-query';
import { MATCHES } from './keys.ts';

/** Something new matches, or facts may have been missed: what is shown is asked for again. */
export function matchesChanged(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [MATCHES] });
}

const holds = (data: unknown, isIt: (match: Match) => boolean): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  (data.pages as { items: Match[] }[]).some(({ items }) => items.some(isIt));

/** A listing was changed or removed: matches with it may be none any more. */
export function matchedListingTold(queries: QueryClient, listingId: string): void {
  const held = queries.getQueriesData({ queryKey: [MATCHES] });
  if (held.some(([, data]) => holds(data, ({ listing }) => listing.id === listingId)))
    matchesChanged(queries);
}

/** The same of a request; where its matches are open there may also be more of them. */
export function matchedWantedTold(queries: QueryClient, wantedId: string): void {
  const held = queries.getQueriesData({ queryKey: [MATCHES] });
  if (held.some(([key, data]) => key[2] === wantedId || holds(data, ({ wtb }) => wtb.id === wantedId))) {
    matchesChanged(queries);
  }
}
