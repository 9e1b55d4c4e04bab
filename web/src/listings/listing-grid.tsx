import type { Listing } from '@selvedge/shared/listings';
import { type Ref, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { type GridPlace, measureGrid, placeLeft } from './grid-place.ts';
import { ListingCard } from './listing-card.tsx';

const importLongGrid = () => import('./long-grid.tsx');
const LongGrid = lazyChunk(importLongGrid);

/** Up to this length every card is rendered; in longer grids, only those near the window. */
const DRAWN_WHOLE = 120;
/** From this length on the chunk of long grids is loaded, to be there in time. */
const SOON_LONG = DRAWN_WHOLE / 2;
const FIRST_IN_SIGHT = 4;

const WholeGrid = ({ listings, ref }: { listings: Listing[]; ref?: Ref<HTMLDivElement> }) => (
  <div className="grid" ref={ref}>
    {listings.map((listing, i) => (
      <ListingCard key={listing.id} listing={listing} isFirst={i < FIRST_IN_SIGHT} />
    ))}
  </div>
);

/** Listings in columns. The long grid takes over from the whole one at the same place in the page. */
export function ListingGrid({ listings }: { listings: Listing[] }) {
  const grid = useRef<HTMLDivElement>(null);
  // Back leads to the same history entry: the grid returns to where it was left.
  const { key: entry } = useLocation();
  const [place, setPlace] = useState<GridPlace | null>(() => placeLeft(entry));
  const isLong = listings.length > DRAWN_WHOLE;
  useEffect(() => {
    if (listings.length > SOON_LONG) void importLongGrid();
  }, [listings.length]);
  useLayoutEffect(() => {
    if (isLong && grid.current) setPlace((known) => known ?? measureGrid(grid.current));
  }, [isLong]);

  const whole = <WholeGrid listings={listings.slice(0, DRAWN_WHOLE)} ref={grid} />;
  if (!isLong || !place) return whole;
  return (
    <Suspense fallback={whole}>
      <LongGrid listings={listings} place={place} entry={entry} />
    </Suspense>
  );
}
