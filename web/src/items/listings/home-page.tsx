import { Button, Flex, Heading, IconButton, Text } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import { countOfItems } from '@selvedge/shared/platform/titles';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { messageOf } from '../../lib/api.ts';
import { LISTINGS_KEY } from '../../lib/listing-keys.ts';
import { loginPath } from '../../lib/session/next-path.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { type Pages, usePages } from '../../lib/use-pages.ts';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { FilterBar } from './filter-bar.tsx';
import { CLEARED, homePath, listAddress, readFilters } from './filters.ts';
import { GridSkeleton } from './listing-card.tsx';
import { ListingGrid } from './listing-grid.tsx';
import { NewListings } from './new-listings.tsx';
import { openSell } from './selling.ts';

const SKELETONS = 10;

function NothingFound({ brand }: { brand: string }) {
  const navigate = useNavigate();
  return (
    <>
      <Text color="fg.muted" maxW="42ch">
        Nothing matches right now. Clear the {brand ? 'search' : 'filters'} to see everything, or look at{' '}
        <Link to="/wtb" style={{ textDecoration: 'underline' }}>
          what others want to buy
        </Link>
        .
      </Text>
      <Button variant="outline" onClick={() => void navigate('/')}>
        {brand ? 'Clear Search' : 'Clear Filters'}
      </Button>
      {brand ? (
        <Button
          colorPalette="indigo"
          onClick={() => void navigate('/wtb', { state: { wantedBrand: brand } })}
        >
          Create a WTB for “{brand}”
        </Button>
      ) : null}
    </>
  );
}

function NothingYet() {
  const navigate = useNavigate();
  const user = useUser();
  return (
    <>
      <Text color="fg.muted" maxW="42ch">
        Be the first to list something from your wardrobe.
      </Text>
      <Button colorPalette="indigo" onClick={() => (user ? openSell() : void navigate(loginPath('/')))}>
        Create Your First Listing
      </Button>
    </>
  );
}

interface GridProps {
  path: string;
  listings: Pages<Listing>;
  /** The searched brand. */
  brand: string;
}

function Grid({ path, listings, brand }: GridProps) {
  const { items, error, retry } = listings;
  if (error) return <Failure text={messageOf(error, 'The listings could not be loaded.')} retry={retry} />;
  if (!items) return <GridSkeleton count={SKELETONS} label="Loading listings" />;
  if (items.length === 0) {
    return (
      <Flex direction="column" align="center" gap="4" py="24" textAlign="center">
        <Heading as="h2" size="xl">
          No listings found
        </Heading>
        {path === '/' ? <NothingYet /> : <NothingFound brand={brand} />}
      </Flex>
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
  const { brand } = filters;
  const user = useUser();
  const listKey = [LISTINGS_KEY, filters];
  const listings = usePages<Listing>(listKey, listAddress(filters));
  const path = homePath(filters);
  useTitle(brand || null);
  return (
    <Page>
      <Flex align="baseline" wrap="wrap" columnGap="3" mb={{ base: '3', md: '4' }}>
        <Heading as="h1" size="3xl" fontWeight="600" overflowWrap="anywhere">
          {brand ? `Search results for “${brand}”` : 'All Listings'}
        </Heading>
        {/* Always rendered: a live region must exist before its text changes. */}
        <Text color="fg.subtle" textStyle="sm" role="status">
          {listings.total === null ? null : countOfItems(listings.total)}
        </Text>
      </Flex>
      <FilterBar filters={filters} />
      {/* Not for a filtered or sorted list, where only the server knows a listing's position. */}
      {path === homePath({ ...filters, ...CLEARED, sort: '' }) && listings.items ? (
        <NewListings listKey={listKey} listings={listings.items} brand={brand} />
      ) : null}
      {/* Before the cards: keyboard users cannot tab past an endless list. */}
      {user ? <AddButton /> : null}
      <Grid path={path} listings={listings} brand={brand} />
    </Page>
  );
}
