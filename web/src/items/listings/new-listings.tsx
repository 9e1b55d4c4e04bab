import { Button } from '@chakra-ui/react';
import type { CardListing } from '@selvedge/shared/items/listings';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { LoadedPages } from '../../lib/live-pages.ts';
import { arrivals } from './arrivals.ts';
import { countAbove } from './count-above.ts';

interface NewListingsProps {
  /** The query key of the grid below, sorted by bumps. */
  listKey: QueryKey;
  listings: CardListing[];
  /** The brand searched for; empty for all. */
  brand: string;
}

/** Shows how many listings arrived at the top. The grid does not change until the reader clicks it. */
export default function NewListings({ listKey, listings, brand }: NewListingsProps) {
  const queries = useQueryClient();
  const count = useStore(arrivals, (arrived) => countAbove(arrived, listings, brand));
  const show = () => {
    // Keeps only the first page: the others would be refetched although the reader scrolls away from them.
    queries.setQueryData<LoadedPages<CardListing>>(
      listKey,
      (cached) => cached && { pages: cached.pages.slice(0, 1), pageParams: cached.pageParams.slice(0, 1) },
    );
    void queries.invalidateQueries({ queryKey: listKey });
    // The button disappears and must not take the focus with it.
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  if (count === 0) return null;
  return (
    <Button size="sm" colorPalette="indigo" borderRadius="full" shadow="lg" onClick={show}>
      {count === 1 ? '1 new listing' : `${count.toLocaleString('en-US')} new listings`}
    </Button>
  );
}
