import type { Listing } from '@selvedge/shared/listings';
import { fromCents } from '@selvedge/shared/money';
import { formatInstant } from '../core/format-instant.ts';
import { mediaUrl } from '../core/media-url.ts';
import { presentPerson } from '../members/present.ts';
import type { ListingRow, OneListingRow } from './queries.ts';

/** A listing as presented to everyone. */
export const presentListing = ({ listing: l, seller }: ListingRow): Listing => ({
  id: l.id,
  sellerId: l.sellerId,
  seller: presentPerson(seller),
  title: l.title,
  description: l.description,
  brand: l.brand,
  category: l.category,
  size: l.size,
  condition: l.condition,
  price: fromCents(l.priceCents),
  ...(l.originalPriceCents !== null && { originalPrice: fromCents(l.originalPriceCents) }),
  isDiscounted: l.originalPriceCents !== null,
  isSold: l.isSold,
  ...(l.holdUntil && { isOnHold: true }),
  soldAt: l.soldAt && formatInstant(l.soldAt),
  createdAt: formatInstant(l.createdAt),
  bumpedAt: formatInstant(l.bumpedAt),
  lastBumpAt: l.lastBumpAt && formatInstant(l.lastBumpAt),
  images: l.photos.map(({ key }) => mediaUrl(key)),
  placeholders: l.photos.map(({ placeholder }) => placeholder),
});

/** A listing as presented to everyone, with its proof photo. */
export const presentOneListing = (row: OneListingRow): Listing => ({
  ...presentListing(row),
  proofPhoto: row.proofPhoto && {
    url: mediaUrl(row.proofPhoto.key),
    placeholder: row.proofPhoto.placeholder,
    code: row.proofPhoto.code,
    takenAt: row.proofPhoto.takenAt,
  },
});
