import type { Conn } from '../db/database.ts';
import { type Place, TOP } from '../paging.ts';
import { patternFor } from '../search-text.ts';
import {
  brandListingsBelow,
  countOfBrand,
  type ListingRow,
  listingsBelow,
  sellerListingsBelow,
  sellerListingsInStateBelow,
} from './queries.ts';

export interface Range {
  /** The place below which the listings stand; without it the list begins at its top. */
  from: Place;
  limit: number;
}

/** The grid, or with a brand those listings whose brand contains it. */
export const listListings = (
  conn: Conn,
  { from, limit }: Range,
  brand: string | undefined,
): Promise<ListingRow[]> =>
  brand === undefined
    ? listingsBelow(conn, { ...from, limit })
    : brandListingsBelow(conn, { ...from, limit, pattern: patternFor(brand) });

/** How many listings a search for a brand finds in all. */
export async function countFound(conn: Conn, brand: string): Promise<number> {
  const [found] = await countOfBrand(conn, { ...TOP, pattern: patternFor(brand) });
  return found?.count ?? 0;
}

/** What one person sells, or has sold, or both. */
export const listSellerListings = (
  conn: Conn,
  sellerId: string,
  { from, limit }: Range,
  isSold: boolean | undefined,
): Promise<ListingRow[]> =>
  isSold === undefined
    ? sellerListingsBelow(conn, { ...from, limit, sellerId })
    : sellerListingsInStateBelow(conn, { ...from, limit, sellerId, isSold });
