import type { Place } from '../../platform/core/paging.ts';
import type { Conn } from '../../platform/db/database.ts';
import { type ListingRow, sellerListingsBelow, sellerListingsInStateBelow } from './queries.ts';

interface Range {
  /** Lists the listings below this place. */
  from: Place;
  limit: number;
}

/** A member's listings: on sale, sold, or both. */
export function listSellerListings(
  conn: Conn,
  sellerId: string,
  { from, limit }: Range,
  isSold: boolean | undefined,
): Promise<ListingRow[]> {
  return isSold === undefined
    ? sellerListingsBelow(conn, { ...from, limit, sellerId })
    : sellerListingsInStateBelow(conn, { ...from, limit, sellerId, isSold });
}
