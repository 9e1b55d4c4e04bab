import type { CardListing } from '@selvedge/shared/items/listings';
import { CARD_SIZES, imageSrcSet, imageVariant } from '@selvedge/shared/platform/pictures';
import { cardTime } from '@selvedge/shared/platform/titles';
import { memo, type ReactNode } from 'react';
import { placeholderColor } from '../../lib/image.ts';
import { instance } from '../../lib/instance.ts';
import { Heart } from '../saved/heart.tsx';
import { PercentOff, Price } from './price.tsx';

interface ListingCardProps {
  listing: CardListing;
  /** Whether the card is visible when the page opens. */
  isFirst: boolean;
  /** What stands on it or below it. */
  children?: ReactNode;
}

/** A listing in a grid. It opens in a new tab, so that the grid keeps its position. */
export const ListingCard = memo(function ListingCard({ listing, isFirst, children }: ListingCardProps) {
  const [cover] = listing.images;
  return (
    <div className="card-place">
      <a
        className={listing.isSold ? 'card is-sold' : 'card'}
        href={`/listing/${listing.id}`}
        target="_blank"
        rel="noopener"
      >
        <div className="card-photo" style={{ backgroundColor: placeholderColor(listing.placeholders[0]) }}>
          {cover ? (
            <img
              src={imageVariant(cover, 640)}
              srcSet={imageSrcSet(cover)}
              sizes={CARD_SIZES}
              alt=""
              width={480}
              height={640}
              loading={isFirst ? 'eager' : 'lazy'}
              fetchPriority={isFirst ? 'high' : 'auto'}
              decoding="async"
            />
          ) : null}
          {listing.isSold || (listing.isOnHold && instance.features.holds) ? (
            <span className="tab sold on-photo">{listing.isSold ? 'Sold' : 'On hold'}</span>
          ) : null}
          <PercentOff listing={listing} className="on-photo" />
        </div>
        <div className="card-details">
          <div className="card-brand">{listing.brand}</div>
          <div className="card-title">{listing.title}</div>
          <div className="card-line">
            <span>
              {listing.size.toUpperCase()} · {listing.condition}
            </span>
            <span>{cardTime(listing)}</span>
          </div>
          <Price listing={listing} />
        </div>
      </a>
      <Heart listing={listing} />
      {children}
    </div>
  );
});

function SkeletonCard() {
  return (
    <div aria-hidden="true">
      <div className="sk" style={{ aspectRatio: '3 / 4' }} />
      <div className="sk" style={{ height: 12, width: '48%', marginTop: 12 }} />
      <div className="sk" style={{ height: 12, width: '84%', marginTop: 8 }} />
      <div className="sk" style={{ height: 14, width: '30%', marginTop: 12 }} />
    </div>
  );
}

/** Placeholder for a grid of cards while it loads. */
export function GridSkeleton({ count, label }: { count: number; label: string }) {
  return (
    <div className="grid" role="status" aria-busy="true" aria-label={label}>
      {Array.from({ length: count }, (_, i) => `skeleton-${i}`).map((key) => (
        <SkeletonCard key={key} />
      ))}
    </div>
  );
}
