import type { CardListing } from '@selvedge/shared/items/listings';
import { type Ref, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { type GridPlace, measureGrid, storedPlace } from './grid-place.ts';
import { ListingCard } from './listing-card.tsx';

const importLongGrid = () => import('./long-grid.tsx');
const LongGrid = lazyChunk(importLongGrid);

/** Up to this length every card is rendered; in longer grids, only those near the viewport. */
const RENDERED_MAX = 120;
/** From this length on, the chunk of long grids is preloaded. */
const PRELOAD_FROM = RENDERED_MAX / 2;
const EAGER_CARDS = 4;

const FullGrid = ({ listings, ref }: { listings: CardListing[]; ref?: Ref<HTMLDivElement> }) => (
  <div className="grid" ref={ref}>
    {listings.map((listing, i) => (
      <ListingCard key={listing.id} listing={listing} isFirst={i < EAGER_CARDS} />
    ))}
  </div>
);

/** Listings in columns. The long grid replaces the full one at the same position in the page. */
export function ListingGrid({ listings }: { listings: CardListing[] }) {
  const grid = useRef<HTMLDivElement>(null);
  // Back leads to the same history entry: the grid returns to its old position.
  const { key: entry } = useLocation();
  const [place, setPlace] = useState<GridPlace | null>(() => storedPlace(entry));
  const isLong = listings.length > RENDERED_MAX;
  useEffect(() => {
    if (listings.length > PRELOAD_FROM) void importLongGrid();
  }, [listings.length]);
  useLayoutEffect(() => {
    if (isLong && grid.current) setPlace((known) => known ?? measureGrid(grid.current));
  }, [isLong]);

  const full = <FullGrid listings={listings.slice(0, RENDERED_MAX)} ref={grid} />;
  if (!isLong || !place) return full;
  return (
    <Suspense fallback={full}>
      <LongGrid listings={listings} place={place} entry={entry} />
    </Suspense>
  );
}
