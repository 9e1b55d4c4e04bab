import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import type { CardListing } from '@selvedge/shared/items/listings';
import { formatCount } from '@selvedge/shared/platform/format';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { apiPage } from '../../lib/api.ts';
import { LISTINGS_KEY } from '../../lib/listing-keys.ts';
import { loginPath } from '../../lib/session/next-path.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { usePages } from '../../lib/use-pages.ts';
import { ListEnd } from '../../ui/list-end.tsx';
import { SaveSearchPlace } from '../saved-searches/save-search-place.tsx';
import { chipsOf, type Filters, homePath, listAddress } from './filters.ts';
import { GridSkeleton } from './listing-card.tsx';
import { ListingGrid } from './listing-grid.tsx';
import { openSell } from './selling.ts';
import { useSuggestions } from './suggestions.ts';

async function countAt(filters: Filters): Promise<number> {
  const { headers } = await apiPage(`${listAddress(filters)}&limit=1`);
  return Number(headers.get('x-total-count'));
}

/** Drops the filter that excludes most. */
function Widen({ filters }: { filters: Filters }) {
  const navigate = useNavigate();
  const wider = chipsOf(filters)
    .map(({ text, cleared }) => ({ text, without: { ...filters, ...cleared } }))
    // Without its only filter, it is the whole grid.
    .filter(({ without }) => homePath({ ...without, sort: '' }) !== '/');
  const counts = useQueries({
    queries: wider.map(({ without }) => ({
      queryKey: ['count', without],
      queryFn: () => countAt(without),
    })),
  });
  const [best] = wider
    .map((filter, i) => ({ ...filter, count: counts[i]?.data ?? 0 }))
    .sort((a, b) => b.count - a.count);
  if (!best || best.count === 0) return null;
  return (
    <Button variant="outline" onClick={() => void navigate(homePath(best.without))}>
      {`${formatCount(best.count)} without "${best.text}"`}
    </Button>
  );
}

function NothingFound({ filters }: { filters: Filters }) {
  const navigate = useNavigate();
  const { brand, q, size, maxPrice } = filters;
  const term = brand || q;
  const newWanted = { ...(brand ? { brand } : { title: q }), size: size[0] ?? '', maxPrice };
  return (
    <Flex direction="column" align="center" gap="4" py="24" textAlign="center">
      <Heading as="h2" size="xl">
        No listings found
      </Heading>
      <Text color="fg.muted" maxW="42ch">
        Nothing matches right now. Clear the {term ? 'search' : 'filters'} to see everything, or look at{' '}
        <Link to="/wtb" style={{ textDecoration: 'underline' }}>
          what others want to buy
        </Link>
        .
      </Text>
      <SaveSearchPlace filters={filters} isMain />
      <Widen filters={filters} />
      <Button variant="outline" onClick={() => void navigate('/')}>
        {term ? 'Clear Search' : 'Clear Filters'}
      </Button>
      {term ? (
        <Button colorPalette="indigo" onClick={() => void navigate('/wtb', { state: { newWanted } })}>
          Create a WTB for “{term}”
        </Button>
      ) : null}
    </Flex>
  );
}

interface NearestProps {
  filters: Filters;
  term: string;
  /** What is searched for instead. */
  meant: { brand: string; q: string };
  onInsist(): void;
}

/** What the nearest brand or words find, in place of nothing. */
function Nearest({ filters, term, meant, onInsist }: NearestProps) {
  const shown = { ...filters, ...meant };
  const listings = usePages<CardListing>([LISTINGS_KEY, shown], listAddress(shown));
  const { items, error, total } = listings;
  if (error || items?.length === 0) return <NothingFound filters={filters} />;
  return (
    <>
      <Flex align="center" wrap="wrap" columnGap="4" rowGap="2" mb="5">
        <Text role="status" overflowWrap="anywhere">
          {total === null
            ? ''
            : `No results for "${term}". Showing ${meant.brand || meant.q} (${formatCount(total)})`}
        </Text>
        <Button variant="outline" size="sm" minH="11" maxW="full" whiteSpace="normal" onClick={onInsist}>
          {`Search instead for "${term}"`}
        </Button>
      </Flex>
      {items ? <ListingGrid listings={items} /> : <GridSkeleton count={4} label="Loading listings" />}
      <ListEnd {...listings} />
    </>
  );
}

function NothingYet() {
  const navigate = useNavigate();
  const user = useUser();
  return (
    <Flex direction="column" align="center" gap="4" py="24" textAlign="center">
      <Heading as="h2" size="xl">
        No listings found
      </Heading>
      <Text color="fg.muted" maxW="42ch">
        Be the first to list something from your wardrobe.
      </Text>
      <Button colorPalette="indigo" onClick={() => (user ? openSell() : void navigate(loginPath('/')))}>
        Create Your First Listing
      </Button>
    </Flex>
  );
}

/** What leads on from a search or filters without a result, or from a market without listings. */
export default function NoResults({ filters }: { filters: Filters }) {
  const term = filters.brand || filters.q;
  const [isInsisting, setInsisting] = useState(false);
  const { data, isLoading } = useSuggestions(term);
  const nearest = data?.nearest.find(({ name }) => name !== term);
  const spelled = data?.spelled === filters.q ? null : data?.spelled;
  const meant = spelled ? { brand: '', q: spelled } : nearest && { brand: nearest.name, q: '' };
  if (homePath(filters) === '/') return <NothingYet />;
  if (isLoading) return <GridSkeleton count={4} label="Loading listings" />;
  if (!meant || isInsisting) return <NothingFound filters={filters} />;
  return <Nearest filters={filters} term={term} meant={meant} onInsist={() => setInsisting(true)} />;
}
