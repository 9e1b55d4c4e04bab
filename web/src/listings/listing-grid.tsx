import type { Listing } from '@selvedge/shared/listings';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { ListingCard, SkeletonCard } from './listing-card.tsx';

const LongGrid = lazy(() => import('./long-grid.tsx'));

/** Up to here every card is drawn; beyond, only those near the window. */
const DRAWN_WHOLE = 120;
const FIRST_IN_SIGHT = 4;
/** How far below the window the next page is asked for. */
const AHEAD = '1200px';

export const GridSkeleton = ({ count, label }: { count: number; label: string }) => (
  <div className="grid" role="status" aria-busy="true" aria-label={label}>
    {Array.from({ length: count }, (_, i) => `skeleton-${i}`).map((key) => (
      <SkeletonCard key={key} />
    ))}
  </div>
);

interface ListingGridProps {
  listings: Listing[];
  onEnd: () => void;
}

function WholeGrid({ listings, onEnd }: ListingGridProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onEnd(), {
      rootMargin: AHEAD,
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [onEnd]);
  return (
    <>
      <div className="grid">
        {listings.map((listing, i) => (
          <ListingCard key={listing.id} listing={listing} isFirst={i < FIRST_IN_SIGHT} />
        ))}
      </div>
      <div ref={end} />
    </>
  );
}

/** Listings in columns, without end. */
export function ListingGrid(props: ListingGridProps) {
  if (props.listings.length <= DRAWN_WHOLE) return <WholeGrid {...props} />;
  return (
    <Suspense
      fallback={<WholeGrid listings={props.listings.slice(0, DRAWN_WHOLE)} onEnd={() => undefined} />}
    >
      <LongGrid {...props} />
    </Suspense>
  );
}
