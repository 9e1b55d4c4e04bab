import { Flex, Heading, IconButton, Text } from '@chakra-ui/react';
import type { CardListing } from '@selvedge/shared/items/listings';
import { countOfItems } from '@selvedge/shared/platform/titles';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { messageOf } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { LISTINGS_KEY } from '../../lib/listing-keys.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { type Pages, usePages } from '../../lib/use-pages.ts';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { SaveSearchPlace } from '../saved-searches/save-search-place.tsx';
import { useFeedLink } from '../saved-searches/use-feed-link.ts';
import { arrivals } from './arrivals.ts';
import { FilterBar } from './filter-bar.tsx';
import { CLEARED, type Filters, homePath, listAddress, readFilters, searchQuery } from './filters.ts';
import { GridSkeleton } from './listing-card.tsx';
import { ListingGrid } from './listing-grid.tsx';
import { openSell } from './selling.ts';

const NewListings = lazyChunk(() => import('./new-listings.tsx'));
const NoResults = lazyChunk(() => import('./no-results.tsx'));

const SKELETONS = 10;

interface GridProps {
  path: string;
  listings: Pages<CardListing>;
  filters: Filters;
}

function Grid({ path, listings, filters }: GridProps) {
  const { items, error, retry } = listings;
  if (error) return <Failure text={messageOf(error, 'The listings could not be loaded.')} retry={retry} />;
  if (!items) return <GridSkeleton count={SKELETONS} label="Loading listings" />;
  if (items.length === 0) {
    return (
      <Suspense fallback={<GridSkeleton count={SKELETONS} label="Loading listings" />}>
        <NoResults key={path} filters={filters} />
      </Suspense>
    );
  }
  return (
    <>
      <ListingGrid key={path} listings={items} />
      <ListEnd {...listings} />
    </>
  );
}

/** For windows whose top bar has no room for this button. */
const AddButton = () => (
  <IconButton
    aria-label="Sell Item"
    hideFrom="md"
    position="fixed"
    right="4"
    bottom="calc(1rem + env(safe-area-inset-bottom))"
    zIndex="docked"
    size="xl"
    borderRadius="full"
    colorPalette="indigo"
    shadow="lg"
    onClick={openSell}
  >
    <Icon name="plus" size={24} />
  </IconButton>
);

/** The grid of all listings, or of a search. */
export function HomePage() {
  const [params] = useSearchParams();
  const filters = readFilters(params);
  const { brand, q } = filters;
  const term = brand || q;
  const user = useUser();
  const hasArrivals = useStore(arrivals, (arrived) => Object.keys(arrived).length > 0);
  const listKey = [LISTINGS_KEY, filters];
  const listings = usePages<CardListing>(listKey, listAddress(filters));
  const path = homePath(filters);
  useTitle(term || null);
  const sellerName = listings.items?.find(({ sellerId }) => sellerId === filters.seller)?.seller.username;
  useFeedLink(searchQuery(filters));
  return (
    <Page>
      <Flex align="baseline" wrap="wrap" columnGap="3" mb={{ base: '3', md: '4' }}>
        <Heading as="h1" size="3xl" fontWeight="600" overflowWrap="anywhere">
          {term ? `Search results for “${term}”` : 'All Listings'}
        </Heading>
        {/* Always rendered: a live region must exist before its text changes. */}
        <Text color="fg.subtle" textStyle="sm" role="status">
          {listings.total === null ? null : countOfItems(listings.total)}
        </Text>
      </Flex>
      <FilterBar filters={filters} sellerName={sellerName} />
      {listings.items?.length === 0 ? null : <SaveSearchPlace filters={filters} />}
      {/* Not for a filtered or sorted list, where only the server knows a listing's position. */}
      {path === homePath({ ...filters, ...CLEARED, q: '', sort: '' }) && listings.items ? (
        <div role="status" className="arrivals">
          {hasArrivals ? (
            <Suspense fallback={null}>
              <NewListings listKey={listKey} listings={listings.items} brand={brand} />
            </Suspense>
          ) : null}
        </div>
      ) : null}
      {/* Before the cards: keyboard users cannot tab past an endless list. */}
      {user ? <AddButton /> : null}
      <Grid path={path} listings={listings} filters={filters} />
    </Page>
  );
}
