import type { Place } from '../core/paging.ts';
import type { Conn } from '../db/database.ts';
import { type ListingRow, sellerListingsBelow, sellerListingsInStateBelow } from './queries.ts';

export interface Range {
  /** The listings below this place are listed. */
  from: Place;
  limit: number;
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
