import { type Features, isFeatureOn } from '@selvedge/shared/instance/instance-settings';
import type { CardListing, Listing } from '@selvedge/shared/items/listings';
import type { ProofPhoto } from '@selvedge/shared/items/proof-photos';
import { fromCents } from '@selvedge/shared/platform/money';
import { presentMember } from '../../members/public.ts';
import { formatInstant } from '../../platform/core/format-instant.ts';
import { mediaUrl } from '../../platform/core/media-url.ts';
import type { StoredProof } from '../../platform/db/stored-photo.ts';
import type { ListingRow, OneListingRow } from './queries.ts';

const presentProof = ({ key, placeholder, code, takenAt }: StoredProof): ProofPhoto => ({
  ...{ url: mediaUrl(key), placeholder, code, takenAt },
});

/** A listing as presented to everyone. */
export function presentListing({ listing: l, seller }: ListingRow): Listing {
  return {
    id: l.id,
    sellerId: l.sellerId,
    seller: presentMember(seller),
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
  };
}

/** A listing as its card shows it, with its first photo alone. */
export function presentCard(row: ListingRow): CardListing {
  const { description, category, lastBumpAt, seller, images, placeholders, ...card } = presentListing(row);
  return {
    ...card,
    seller: { username: seller.username },
    images: images.slice(0, 1),
    placeholders: placeholders.slice(0, 1),
  };
}

/** A listing as presented to everyone, with its proof photo while those are switched on. */
export function presentOneListing(row: OneListingRow, features: Features): Listing {
  return {
    ...presentListing(row),
    ...(isFeatureOn(features, 'proofPhoto') && {
      proofPhoto: row.proofPhoto && presentProof(row.proofPhoto),
    }),
  };
}
