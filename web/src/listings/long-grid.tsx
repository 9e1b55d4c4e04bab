import type { Listing } from '@selvedge/shared/listings';
import { useState } from 'react';
import { VirtuosoGrid } from 'react-virtuoso';
import type { GridPlace } from './grid-place.ts';
import { ListingCard } from './listing-card.tsx';

const NEAR = { top: 600, bottom: 1200 };

interface LongGridProps {
  listings: Listing[];
  /** Where the grid stood that this one goes on from. */
  place: GridPlace;
}

/** Draws the cards near the window only. */
export default function LongGrid({ listings, place }: LongGridProps) {
  const [isReady, setReady] = useState(false);
  return (
    // Until it has measured its cards it is short, and the page would jump up.
    <div style={isReady ? undefined : { minHeight: place.height }}>
      <VirtuosoGrid
        useWindowScroll
        data={listings}
        listClassName="grid"
        restoreStateFrom={place.snapshot}
        readyStateChanged={setReady}
        increaseViewportBy={NEAR}
        computeItemKey={(_, listing) => listing.id}
        itemContent={(_, listing) => <ListingCard listing={listing} isFirst={false} />}
      />
    </div>
  );
}
