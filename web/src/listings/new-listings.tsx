import { Box, Button } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/listings';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import type { HeldPages } from '../lib/live-pages.ts';
import { arrivals, countAbove } from './arrivals.ts';

interface NewListingsProps {
  /** Of the grid below, which is in the order of bumps. */
  listKey: QueryKey;
  listings: Listing[];
}

/** Tells what came to the top meanwhile. The grid stays as it is until its reader wants to see them. */
export function NewListings({ listKey, listings }: NewListingsProps) {
  const queries = useQueryClient();
  const count = useStore(arrivals, (told) => countAbove(told, listings));
  const show = () => {
    // From its top on: pages further down would only be read to be scrolled away from.
    queries.setQueryData<HeldPages<Listing>>(
      listKey,
      (held) => held && { pages: held.pages.slice(0, 1), pageParams: held.pageParams.slice(0, 1) },
    );
    void queries.invalidateQueries({ queryKey: listKey });
    // The button goes; the focus must not be lost with it.
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  return (
    <Box
      role="status"
      position="fixed"
      // In a narrow window the heading is where it would be.
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
