import { COUNT_MAX, type Sort } from '@selvedge/shared/limits';
import type { Conn } from '../../db/database.ts';
import { countUpTo } from '../../db/search.ts';
import { type ListingRow, listingsBelow } from '../queries.ts';
import { type Filters, hasFilters } from './find-query.ts';
import type { GridPlace } from './place.ts';
import { idsOfPrices, idsToCount, listingsPast, type Sought } from './queries.ts';

/**
 * Up to so many listings are looked through one by one; of more, enough stand near the place where a page begins that
 * walking down the index of the order soon fills it. So neither a rare brand nor a common one reads the whole table.
 */
const FEW = COUNT_MAX;

interface Page {
  filters: Filters;
  sort: Sort;
  from: GridPlace;
  limit: number;
  /** Whether to count what is found, too. */
  isCounted: boolean;
  /** Sellers whose listings the one who asks does not see; null is none. */
  hidden: Sought['hidden'];
}

/** The few ids that can match because of their brand or price; null when they are many, or when no index tells. */
async function fewOf(conn: Conn, filters: Filters, sort: Sort) {
  const byBrand = filters.brand === undefined ? null : conn.search('listings', filters.brand);
  // In the order of prices, its index begins at the range by itself.
  const byPrice = sort.startsWith('price') ? null : idsOfPrices(conn, filters);
  for (const ids of [byBrand, byPrice]) {
    if (ids && (await countUpTo(conn, ids, FEW + 1)) <= FEW) return ids;
  }
  return null;
}

/**
 * Listings past a place of the grid, in its order.
 * @returns them, and how many there are in all if that is asked, where `COUNT_MAX` means that many or more.
 */
export async function findListings(
  conn: Conn,
  { filters, sort, from, limit, isCounted, hidden }: Page,
): Promise<{ rows: ListingRow[]; total: number | null }> {
  if (sort === 'bumped' && from.key instanceof Date && !hasFilters(filters) && !hidden) {
    // What everybody asks for, prepared.
    return { rows: await listingsBelow(conn, { at: from.key, id: from.id, limit }), total: null };
  }
  const sought: Sought = { filters, sort, from, hidden, few: await fewOf(conn, filters, sort) };
  const rows = await listingsPast(conn, sought, limit);
  if (!isCounted || !hasFilters(filters)) return { rows, total: null };
  const isAll = rows.length < limit;
  return {
    rows,
    total: isAll ? rows.length : await countUpTo(conn, idsToCount(conn, sought, COUNT_MAX), COUNT_MAX),
  };
}
