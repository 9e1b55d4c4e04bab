import type { Listing } from '@selvedge/shared/listings';
import { useRef, useState } from 'react';
import { VirtuosoGrid } from 'react-virtuoso';
import { type GridPlace, rememberPlace } from './grid-place.ts';
import { ListingCard } from './listing-card.tsx';

const NEAR = { top: 600, bottom: 1200 };

interface LongGridProps {
  listings: Listing[];
  /** Where the grid stood that this one goes on from. */
  place: GridPlace;
  /** The entry of the history for which its place is kept. */
  entry: string;
}

/** Draws the cards near the window only. */
export default function LongGrid({ listings, place, entry }: LongGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  return (
    // Until it has measured its cards it is short, and the page would jump up.
    <div ref={box} style={isReady ? undefined : { minHeight: place.height }}>
      <VirtuosoGrid
        useWindowScroll
        data={listings}
        listClassName="grid"
        restoreStateFrom={place.snapshot}
        readyStateChanged={setReady}
        stateChanged={(snapshot) =>
          rememberPlace(entry, { snapshot, height: box.current?.offsetHeight ?? place.height })
        }
        increaseViewportBy={NEAR}
        computeItemKey={(_, listing) => listing.id}
        itemContent={(_, listing) => <ListingCard listing={listing} isFirst={false} />}
      />
    </div>
  );
}
