import type { CardListing } from '@selvedge/shared/items/listings';
import { useRef, useState } from 'react';
import { VirtuosoGrid } from 'react-virtuoso';
import { type GridPlace, storePlace } from './grid-place.ts';
import { ListingCard } from './listing-card.tsx';

const NEAR = { top: 600, bottom: 1200 };

interface LongGridProps {
  listings: CardListing[];
  /** The place of the full grid that this one replaces. */
  place: GridPlace;
  /** The history entry under which the position is stored. */
  entry: string;
}

/** A grid that renders only the cards near the viewport. */
export default function LongGrid({ listings, place, entry }: LongGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  return (
    // Until the cards are measured, the grid would be too short and the page would jump up.
    <div ref={box} style={isReady ? undefined : { minHeight: place.height }}>
      <VirtuosoGrid
        useWindowScroll
        data={listings}
        listClassName="grid"
        restoreStateFrom={place.snapshot}
        readyStateChanged={setReady}
        stateChanged={(snapshot) =>
          storePlace(entry, { snapshot, height: box.current?.offsetHeight ?? place.height })
        }
        increaseViewportBy={NEAR}
        computeItemKey={(_, listing) => listing.id}
        itemContent={(_, listing) => <ListingCard listing={listing} isFirst={false} />}
      />
    </div>
  );
}
