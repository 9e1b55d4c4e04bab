import { COUNT_MAX, type Sort } from '@selvedge/shared/platform/limits';
import type { Conn } from '../../../platform/db/database.ts';
import { countUpTo } from '../../../platform/db/search.ts';
import { type ListingRow, listingsBelow } from '../queries.ts';
import { type Filters, hasFilters } from './find-query.ts';
import type { GridPlace } from './place.ts';
import { idsOfPrices, idsOfSeller, idsToCount, listingsPast, type Search } from './queries.ts';

/**
 * Up to this many matching listings are read and sorted; with more, scanning the index of the sort order soon
 * fills a page. So neither a rare nor a common brand or size reads the whole table.
 */
const FEW = COUNT_MAX;
/** One more than is displayed, to detect that there are more. */
export const COUNTED = COUNT_MAX + 1;

interface Page {
  filters: Filters;
  sort: Sort;
  from: GridPlace;
  limit: number;
  isCounted: boolean;
  /** Sellers whose listings the viewer does not see. */
  hidden: Search['hidden'];
  without: Search['without'];
  since?: Date | undefined;
}

/** Null when many ids can match, or no index finds them. */
export async function fewOf(conn: Conn, filters: Filters, sort: Sort) {
  const byBrand = filters.brand === undefined ? null : conn.search('listings', filters.brand);
  const bySize = filters.size?.length ? conn.search('sizes', ...filters.size) : null;
  // When sorted by price, the index of that order already seeks to the range.
  const byPrice = sort.startsWith('price') ? null : idsOfPrices(conn, filters);
  for (const ids of [idsOfSeller(conn, filters), byBrand, bySize, byPrice]) {
    if (ids && (await countUpTo(conn, ids, FEW + 1)) <= FEW) return ids;
  }
  return null;
}

/** @returns a total above `COUNT_MAX` when counting stopped there */
export async function findListings(
  conn: Conn,
  { filters, sort, from, limit, isCounted, hidden, without, since }: Page,
): Promise<{ rows: ListingRow[]; total: number | null }> {
  // The most common query uses a prepared statement.
  const defaultFrom =
    sort === 'bumped' && !hasFilters(filters) && !hidden && !without && from.key instanceof Date && from.key;
  const few = defaultFrom ? null : await fewOf(conn, filters, sort);
  const search: Search = { filters, sort, from, hidden, without, since, few, words: null };
  const rows = defaultFrom
    ? await listingsBelow(conn, { at: defaultFrom, id: from.id, limit })
    : await listingsPast(conn, search, limit);
  if (!isCounted) return { rows, total: null };
  const isLastPage = rows.length < limit;
  return {
    rows,
    total: isLastPage ? rows.length : await countUpTo(conn, idsToCount(conn, search, COUNTED), COUNTED),
  };
}
