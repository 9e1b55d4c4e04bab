import type { Houses } from '@selvedge/shared/items/houses';
import type { Conn } from '../../../platform/db/database.ts';
import type { ListingRow } from '../queries.ts';
import { findByWords } from './find-by-words.ts';
import { findListings } from './find-listings.ts';
import type { SearchFilters } from './find-query.ts';
import { startOf } from './place.ts';
import type { Search } from './queries.ts';

interface Newest extends Pick<Search, 'hidden' | 'without' | 'since'> {
  filters: SearchFilters;
  limit: number;
  isCounted: boolean;
  houses: Houses;
}

/** The newest listings that a search finds, regardless of bumps. @returns a total as `findListings` does */
export async function findNewest(
  conn: Conn,
  { filters: { q, ...filters }, houses, ...page }: Newest,
): Promise<{ rows: ListingRow[]; total: number | null }> {
  const place = startOf('newest');
  const search = { ...page, filters, sort: 'newest' } as const;
  if (q === undefined) return findListings(conn, { ...search, from: place });
  const { rows, total } = await findByWords(conn, { ...search, q, houses, from: { rank: 0, place } });
  return { rows: rows.map(({ row }) => row), total };
}
