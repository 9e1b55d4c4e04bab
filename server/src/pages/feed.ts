import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import type { Houses } from '@selvedge/shared/items/houses';
import type { Listing } from '@selvedge/shared/items/listings';
import { searchNameOf } from '@selvedge/shared/items/search-queries';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { listingTitle, tabTitle } from '@selvedge/shared/platform/titles';
import { findNewest, parseFilters, presentListing } from '../items/public.ts';
import { findMember } from '../members/public.ts';
import { itemsWithin } from '../platform/core/paging.ts';
import type { Conn } from '../platform/db/database.ts';
import { describe } from './describe-listing.ts';
import { type Element, element, xmlDocument } from './xml.ts';

const LISTINGS = 50;
/** Maximum bytes of the items; 50 ordinary ones have a tenth of that. */
const ITEMS_MAX_BYTES = 250_000;
const NAMESPACES = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
};

function item(listing: Listing, { publicUrl, instance }: FeedOptions): Element {
  const address = `${publicUrl}/listing/${listing.id}`;
  const [photo] = listing.images;
  return element('item', [
    element('title', listingTitle(listing)),
    element('link', address),
    element('guid', address, { isPermaLink: 'true' }),
    element('pubDate', new Date(listing.createdAt).toUTCString()),
    element('dc:creator', listing.seller.username),
    element('category', listing.category),
    element('description', describe(listing, instance.currency)),
    ...(photo
      ? // Not an enclosure, which must state its size in bytes: that is unknown without reading the file.
        [
          element('media:content', '', {
            url: publicUrl + imageVariant(photo, 1080),
            type: 'image/webp',
            medium: 'image',
          }),
        ]
      : []),
  ]);
}

interface FeedOptions {
  publicUrl: string;
  instance: InstanceSettings;
  houses: Houses;
}

/**
 * The newest listings as RSS 2.0, or those that fit the filters of the grid.
 * @throws invalid_input for filters that the grid refuses
 */
export async function feed(conn: Conn, given: string, options: FeedOptions): Promise<string> {
  const { publicUrl, instance } = options;
  const { filters, query } = parseFilters(given, instance.currency);
  const [seller] = filters.seller === undefined ? [] : await findMember(conn, filters.seller);
  const name = searchNameOf(query, instance.currency, seller?.username ?? null);
  const search = query && `?${query}`;
  const page = { limit: LISTINGS, isCounted: false, hidden: null, without: null, since: undefined };
  const { rows } = await findNewest(conn, { filters, houses: options.houses, ...page });
  const items = rows.map((row) => item(presentListing(row), options));
  const channel = element('channel', [
    element('title', tabTitle(name || 'Newest listings', instance)),
    element('link', search ? `${publicUrl}/${search}` : publicUrl),
    element('description', `The newest listings on ${instance.name}${name && `: ${name}`}.`),
    element('language', 'en-US'),
    element('atom:link', '', {
      ...{ href: `${publicUrl}/feed.xml${search}`, rel: 'self', type: 'application/rss+xml' },
    }),
    ...itemsWithin(items, ITEMS_MAX_BYTES),
  ]);
  return xmlDocument(element('rss', [channel], NAMESPACES));
}
