import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import type { Listing } from '@selvedge/shared/items/listings';
import { formatPrice, truncate } from '@selvedge/shared/platform/format';
import { PHOTO_SIZES, previewVariant } from '@selvedge/shared/platform/pictures';
import { listingTitle } from '@selvedge/shared/platform/titles';
import type { PhotoSize } from './cover-size.ts';
import { firstOfListing } from './first-paint.ts';
import { type Page, plainPage } from './page.ts';

/** How many characters of a description previews and search results show. */
export const DESCRIPTION_SHOWN = 200;

export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

const path = (listing: Pick<Listing, 'id'>) => `/listing/${listing.id}`;

export function describe(listing: Listing, currency: string): string {
  const details = [
    formatPrice(listing.price, currency),
    `Size ${listing.size.toUpperCase()}`,
    listing.condition,
  ];
  const state = listing.isSold ? 'Sold. ' : listing.isOnHold ? 'On hold. ' : '';
  const text = `${state}${details.join(' · ')}. ${listing.description ?? ''}`;
  return truncate(oneLine(text), DESCRIPTION_SHOWN);
}

type Availability = 'available' | 'onHold' | 'sold';

/** The words of schema.org and of Open Graph. */
const AVAILABILITY: Record<Availability, { schema: string; openGraph: string }> = {
  available: { schema: 'InStock', openGraph: 'in stock' },
  onHold: { schema: 'Reserved', openGraph: 'pending' },
  sold: { schema: 'SoldOut', openGraph: 'out of stock' },
};
const availabilityOf = ({ isSold, isOnHold }: Listing) =>
  AVAILABILITY[isSold ? 'sold' : isOnHold ? 'onHold' : 'available'];

interface Site {
  publicUrl: string;
  instance: InstanceSettings;
}

/** https://schema.org/Product with its single offer. */
function structured(listing: Listing, { publicUrl, instance }: Site): object {
  const isNew = listing.condition === 'New/Never worn';
  const url = publicUrl + path(listing);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    name: listing.title,
    ...(listing.description && { description: listing.description }),
    image: listing.images.map((image) => publicUrl + image),
    brand: { '@type': 'Brand', name: listing.brand },
    category: listing.category,
    size: listing.size,
    itemCondition: `https://schema.org/${isNew ? 'NewCondition' : 'UsedCondition'}`,
    offers: {
      '@type': 'Offer',
      url,
      price: listing.price,
      priceCurrency: instance.currency,
      availability: `https://schema.org/${availabilityOf(listing).schema}`,
      itemCondition: `https://schema.org/${isNew ? 'NewCondition' : 'UsedCondition'}`,
      seller: {
        '@type': 'Person',
        name: listing.seller.username,
        url: `${publicUrl}/profile/${listing.seller.username}`,
      },
    },
  };
}

/** The page of a listing. @param size the size of its first photo at the width used in previews. */
export function listingPage(listing: Listing, size: PhotoSize | null, site: Site): Page {
  const { currency } = site.instance;
  const [photo] = listing.images;
  const title = listingTitle(listing);
  return plainPage({
    title,
    description: describe(listing, currency),
    canonical: path(listing),
    kind: 'product',
    properties: {
      'product:brand': listing.brand,
      'product:price:amount': listing.price,
      'product:price:currency': currency,
      'product:availability': availabilityOf(listing).openGraph,
      'product:condition': listing.condition === 'New/Never worn' ? 'new' : 'used',
    },
    cover: photo ? { url: previewVariant(photo), ...size, alt: title } : null,
    structured: structured(listing, site),
    firstPaint: firstOfListing(site.instance, listing),
    firstPictures: photo ? [{ url: photo, sizes: PHOTO_SIZES }] : [],
  });
}
