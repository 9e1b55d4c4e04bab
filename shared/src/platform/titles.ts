import type { Listing } from '../items/listings.ts';
import { formatCount, relativeTime, relativeTimeInText } from './format.ts';

/** Titles and short texts, shared so that the server's page and the client match. */

/** The name of the software, and of an instance that has no name of its own. */
export const PRODUCT = 'Selvedge';

interface Named {
  /** The name of the instance. */
  name: string;
  /** Empty for none. */
  tagline: string;
}

/** The title of the tab; null yields the instance's own. */
export const tabTitle = (title: string | null, { name, tagline }: Named): string =>
  title ? `${title} · ${name}` : `${name}: ${tagline || 'secondhand designer clothing'}`;

/** The name as the top bar and mails write it: the product's own is in lower case, others stay as they are. */
export const wordmark = (name: string): string => (name === PRODUCT ? name.toLowerCase() : name);

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
  return bumpedAt > createdAt ? `Bumped ${relativeTimeInText(bumpedAt)}` : relativeTime(createdAt);
}

/** The number of items in a list: '1 item', '1,000+ items'. */
export const countOfItems = (total: number): string =>
  `${formatCount(total)} ${total === 1 ? 'item' : 'items'}`;
