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

interface FoundListings {
  listings: Listing[];
  /** Of the search; empty for the newest of all. */
  name: string;
  /** The query string of the grid, with its `?`. */
  search: string;
}

/** The newest listings, or those that fit the filters of the grid. @throws invalid_input for filters that it refuses */
async function find(conn: Conn, given: string, { instance, houses }: FeedOptions): Promise<FoundListings> {
  const { filters, query } = parseFilters(given, instance.currency);
  const [seller] = filters.seller === undefined ? [] : await findMember(conn, filters.seller);
  const name = searchNameOf(query, instance.currency, seller?.username ?? null);
  const page = { limit: LISTINGS, isCounted: false, hidden: null, without: null, since: undefined };
  const { rows } = await findNewest(conn, { filters, houses, ...page });
  return { listings: rows.map(presentListing), name, search: query && `?${query}` };
}

const titleOf = ({ name }: FoundListings, { instance }: FeedOptions): string =>
  tabTitle(name || 'Newest listings', instance);
const aboutOf = ({ name }: FoundListings, { instance }: FeedOptions): string =>
  `The newest listings on ${instance.name}${name && `: ${name}`}.`;
const homeOf = ({ search }: FoundListings, { publicUrl }: FeedOptions): string =>
  search ? `${publicUrl}/${search}` : publicUrl;

/** Listings as RSS 2.0. @throws as `find` */
export async function feed(conn: Conn, given: string, options: FeedOptions): Promise<string> {
  const found = await find(conn, given, options);
  const items = found.listings.map((listing) => item(listing, options));
  const channel = element('channel', [
    element('title', titleOf(found, options)),
    element('link', homeOf(found, options)),
    element('description', aboutOf(found, options)),
    element('language', 'en-US'),
    element('atom:link', '', {
      ...{ href: `${options.publicUrl}/feed.xml${found.search}`, rel: 'self', type: 'application/rss+xml' },
    }),
    ...itemsWithin(items, ITEMS_MAX_BYTES),
  ]);
  return xmlDocument(element('rss', [channel], NAMESPACES));
}

function jsonItem(listing: Listing, { publicUrl, instance }: FeedOptions) {
  const address = `${publicUrl}/listing/${listing.id}`;
  const { username } = listing.seller;
  const [photo] = listing.images;
  return {
    ...{ id: address, url: address, title: listingTitle(listing) },
    content_text: describe(listing, instance.currency),
    ...(photo && { image: publicUrl + imageVariant(photo, 1080) }),
    date_published: listing.createdAt,
    authors: [{ name: username, url: `${publicUrl}/profile/${encodeURIComponent(username)}` }],
    tags: [listing.category],
  };
}

/** The same as JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/. @throws as `find` */
export async function jsonFeed(conn: Conn, given: string, options: FeedOptions): Promise<string> {
  const { publicUrl, instance } = options;
  const found = await find(conn, given, options);
  const items = found.listings.map((listing) => jsonItem(listing, options));
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(found, options),
    home_page_url: homeOf(found, options),
    feed_url: `${publicUrl}/feed.json${found.search}`,
    description: aboutOf(found, options),
    ...(instance.icon && { icon: publicUrl + instance.icon }),
    language: 'en-US',
    items: itemsWithin(items, ITEMS_MAX_BYTES),
  });
}
