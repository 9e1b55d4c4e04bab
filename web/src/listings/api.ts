import type { Listing } from '@selvedge/shared/listings';
import { apiResponse, nextPageOf } from '../lib/api.ts';

export interface ListingPage {
  listings: Listing[];
  /** Address of the page after this one. */
  next: string | null;
  /** Told with the first page only. */
  total: number | null;
}

/** A page of listings at an address of the REST contract. */
export async function fetchListings(address: string): Promise<ListingPage> {
  const response = await apiResponse('GET', address);
  const total = response.headers.get('x-total-count');
  return {
    listings: (await response.json()) as Listing[],
    next: nextPageOf(response),
    total: total === null ? null : Number(total),
  };
}

/** The key under which lists of listings are held. */
export const LISTINGS_KEY = 'listings';
