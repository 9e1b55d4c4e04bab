import { formatCount, relativeTime } from './format.ts';
import type { Listing } from './listings.ts';

/** Titles and short texts, shared so that the server's page and the client match. */

export const PRODUCT = 'Selvedge';
const HOME = `${PRODUCT}: secondhand designer clothing`;

/** The title of the tab; null yields the product's own. */
export const tabTitle = (title: string | null): string => (title ? `${title} · ${PRODUCT}` : HOME);

export const listingTitle = (listing: { brand: string; title: string; isSold: boolean }): string =>
  `${listing.isSold ? 'SOLD: ' : ''}${listing.brand} ${listing.title}`;

export const wantedTitle = (wanted: { brand: string; title: string }): string =>
  `Wanted: ${wanted.brand} ${wanted.title}`;

/** The time that a listing's card shows: when it was sold, or else when its owner bumped or listed it. */
export function cardTime({
  isSold,
  soldAt,
  createdAt,
  bumpedAt,
}: Pick<Listing, 'isSold' | 'soldAt' | 'createdAt' | 'bumpedAt'>): string {
  if (isSold && soldAt) return relativeTime(soldAt);
  return bumpedAt > createdAt ? `Bumped ${relativeTime(bumpedAt)}` : relativeTime(createdAt);
}

/** The number of items in a list: '1 item', '1,000+ items'. */
export const countOfItems = (total: number): string =>
  `${formatCount(total)} ${total === 1 ? 'item' : 'items'}`;
