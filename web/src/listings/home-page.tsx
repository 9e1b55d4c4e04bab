import { Button, Flex, Heading, IconButton, Text } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useUser } from '../identity/use-session.ts';
import { messageOf } from '../lib/api.ts';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { fetchListings, LISTINGS_KEY } from './api.ts';
import { GridSkeleton, ListingGrid } from './listing-grid.tsx';
import { openSell } from './selling.ts';

const SKELETONS = 10;

function useListings(brand: string) {
  const first = brand === '' ? '/api/listings' : `/api/listings?${new URLSearchParams({ brand })}`;
  const query = useInfiniteQuery({
    queryKey: [LISTINGS_KEY, { brand }],
    queryFn: ({ pageParam }) => fetchListings(pageParam),
    initialPageParam: first,
    getNextPageParam: (page) => page.next,
  });
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const listings = useMemo(() => query.data?.pages.flatMap((page) => page.listings), [query.data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  return {
    listings,
    total: query.data?.pages[0]?.total ?? null,
    error: query.error,
    retry: query.refetch,
    loadMore,
  };
}

function NoListings({ brand }: { brand: string }) {
  const navigate = useNavigate();
  const user = useUser();
  return (
    <Flex direction="column" align="center" gap="4" py="24" textAlign="center">
      <Heading as="h2" size="xl">
        No listings found
      </Heading>
      <Text color="fg.muted" maxW="42ch">
        {brand
          ? 'Nothing matches that brand right now.'
          : 'Be the first to show something from your wardrobe.'}
      </Text>
      {brand ? (
        <Button variant="outline" onClick={() => void navigate('/')}>
          Clear Search
        </Button>
      ) : (
        <Button colorPalette="indigo" onClick={() => (user ? openSell() : void navigate('/login?next=/'))}>
          Create Your First Listing
        </Button>
      )}
    </Flex>
  );
}

/** All listings, or those of a brand. */
export function HomePage() {
  const [params] = useSearchParams();
  const brand = params.get('brand') ?? '';
  const user = useUser();
  const { listings, total, error, retry, loadMore } = useListings(brand);
  return (
    <Page>
      <Flex align="baseline" wrap="wrap" gap="3" mb={{ base: '5', md: '7' }}>
        <Heading as="h1" size="3xl" fontWeight="600">
          {brand ? `Search results for “${brand}”` : 'All Listings'}
        </Heading>
        {total === null ? null : (
          <Text color="fg.subtle" textStyle="sm" role="status">
            {total.toLocaleString('en-US')} {total === 1 ? 'item' : 'items'}
          </Text>
        )}
      </Flex>
      {error ? (
        <Flex direction="column" align="flex-start" gap="3" role="alert">
          <Text>{messageOf(error, 'The listings could not be loaded.')}</Text>
          <Button variant="outline" onClick={() => void retry()}>
            Try again
          </Button>
        </Flex>
      ) : !listings ? (
        <GridSkeleton count={SKELETONS} label="Loading listings" />
      ) : listings.length === 0 ? (
        <NoListings brand={brand} />
      ) : (
        <ListingGrid listings={listings} onEnd={loadMore} />
      )}
      {user ? (
        <IconButton
          aria-label="Sell Item"
          hideFrom="md"
          position="fixed"
          right="4"
          bottom="calc(1rem + env(safe-area-inset-bottom))"
          size="xl"
          borderRadius="full"
          colorPalette="indigo"
          shadow="lg"
          onClick={openSell}
        >
          <Icon name="plus" size={24} />
        </IconButton>
      ) : null}
    </Page>
  );
}
