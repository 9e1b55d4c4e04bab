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
export function tabTitle(title: string | null, { name, tagline }: Named): string {
  return title ? `${title} · ${name}` : `${name}: ${tagline || 'secondhand designer clothing'}`;
}

/** The name as the top bar and mails write it: the product's own is in lower case, others stay as they are. */
export function wordmark(name: string): string {
  return name === PRODUCT ? name.toLowerCase() : name;
}

export function listingTitle(listing: { brand: string; title: string; isSold: boolean }): string {
  return `${listing.isSold ? 'SOLD: ' : ''}${listing.brand} ${listing.title}`;
}

export function wantedTitle(wanted: { brand: string; title: string }): string {
  return `Wanted: ${wanted.brand} ${wanted.title}`;
}

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
export function countOfItems(total: number): string {
  return `${formatCount(total)} ${total === 1 ? 'item' : 'items'}`;
}
