import { Box, Button } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { LoadedPages } from '../../lib/live-pages.ts';
import { arrivals, countAbove } from './arrivals.ts';

interface NewListingsProps {
  /** The query key of the grid below, sorted by bumps. */
  listKey: QueryKey;
  listings: Listing[];
  /** The brand searched for; empty for all. */
  brand: string;
}

/** Shows how many listings arrived at the top. The grid does not change until the reader clicks it. */
export function NewListings({ listKey, listings, brand }: NewListingsProps) {
  const queries = useQueryClient();
  const count = useStore(arrivals, (arrived) => countAbove(arrived, listings, brand));
  const show = () => {
    // Keeps only the first page: the others would be refetched although the reader scrolls away from them.
    queries.setQueryData<LoadedPages<Listing>>(
      listKey,
      (cached) => cached && { pages: cached.pages.slice(0, 1), pageParams: cached.pageParams.slice(0, 1) },
    );
    void queries.invalidateQueries({ queryKey: listKey });
    // The button disappears and must not take the focus with it.
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  return (
    <Box
      role="status"
      position="fixed"
      // At the bottom of narrow windows: at the top it would cover the heading.
      top={{ md: '20' }}
      bottom={{ base: 'calc(1.25rem + env(safe-area-inset-bottom))', md: 'auto' }}
      left="50%"
      translate="-50% 0"
      zIndex="docked"
    >
      {count > 0 ? (
        <Button size="sm" colorPalette="indigo" borderRadius="full" shadow="lg" onClick={show}>
          {count === 1 ? '1 new listing' : `${count.toLocaleString('en-US')} new listings`}
        </Button>
      ) : null}
    </Box>
  );
}
