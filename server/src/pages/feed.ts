import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import type { Listing } from '@selvedge/shared/items/listings';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { listingTitle, tabTitle } from '@selvedge/shared/platform/titles';
import { presentListing } from '../items/public.ts';
import { itemsWithin } from '../platform/core/paging.ts';
import type { Conn } from '../platform/db/database.ts';
import { describe } from './describe-listing.ts';
import { newestListings } from './queries.ts';
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
}

/** The newest listings as RSS 2.0. */
export async function feed(conn: Conn, options: FeedOptions): Promise<string> {
  const { publicUrl, instance } = options;
  const rows = await newestListings(conn, { limit: LISTINGS });
  const items = rows.map((row) => item(presentListing(row), options));
  const channel = element('channel', [
    element('title', tabTitle('Newest listings', instance)),
    element('link', publicUrl),
    element('description', `The newest listings on ${instance.name}.`),
    element('language', 'en-US'),
    element('atom:link', '', { href: `${publicUrl}/feed.xml`, rel: 'self', type: 'application/rss+xml' }),
    ...itemsWithin(items, ITEMS_MAX_BYTES),
  ]);
  return xmlDocument(element('rss', [channel], NAMESPACES));
}
