import type { Listing } from '@selvedge/shared/listings';
import { VirtuosoGrid } from 'react-virtuoso';
import { ListingCard } from './listing-card.tsx';

const NEAR = { top: 600, bottom: 1200 };
const DRAWN_AT_FIRST = 20;

/** Draws the cards near the window only. */
export default function LongGrid({ listings, onEnd }: { listings: Listing[]; onEnd: () => void }) {
  return (
    <VirtuosoGrid
      useWindowScroll
      data={listings}
      listClassName="grid"
      initialItemCount={Math.min(DRAWN_AT_FIRST, listings.length)}
      increaseViewportBy={NEAR}
      endReached={onEnd}
      computeItemKey={(_, listing) => listing.id}
      itemContent={(_, listing) => <ListingCard listing={listing} isFirst={false} />}
    />
  );
}
