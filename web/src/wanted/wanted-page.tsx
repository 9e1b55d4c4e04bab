import { Button, Flex, Heading, Text } from '@chakra-ui/react';
import type { Wanted } from '@selvedge/shared/wanted';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { apiResponse, nextPageOf } from '../lib/api.ts';
import { Page } from '../ui/page.tsx';
import { WantedCard } from './wanted-card.tsx';

const WantedDialog = lazy(() => import('./wanted-dialog.tsx'));

const PLACEHOLDERS = 8;

function useWanted(term: string) {
  const query = useInfiniteQuery({
    queryKey: ['wanted-list', term],
    queryFn: async ({ pageParam }) => {
      const response = await apiResponse('GET', pageParam);
      const total = response.headers.get('x-total-count');
      return {
        items: (await response.json()) as Wanted[],
        next: nextPageOf(response),
        total: total === null ? null : Number(total),
      };
    },
    initialPageParam:
      term === '' ? '/api/wtb-listings' : `/api/wtb-listings?${new URLSearchParams({ q: term })}`,
    getNextPageParam: (page) => page.next,
  });
  return {
    ...query,
    items: query.data?.pages.flatMap((page) => page.items),
    total: query.data?.pages[0]?.total,
  };
}

const Loading = () => (
  <div className="wanted-grid" role="status" aria-busy="true" aria-label="Loading WTB listings">
    {Array.from({ length: PLACEHOLDERS }, (_, i) => `placeholder-${i}`).map((key) => (
      <div key={key} className="sk" style={{ height: 150 }} />
    ))}
  </div>
);

function Empty({ term }: { term: string }) {
  return (
    <Flex direction="column" align="center" gap="2" py="24" textAlign="center">
      <Heading as="h2" size="xl">
        {term ? 'No WTB listings found' : 'No WTB listings yet'}
      </Heading>
      {term ? null : <Text color="fg.muted">Be the first to post what you're looking for!</Text>}
    </Flex>
  );
}

const countOf = (total: number) =>
  total === 1 ? '1 listing found' : `${total.toLocaleString('en-US')} listings found`;

/** Want to Buy: what people look for. */
export default function WantedPage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const term = params.get('q') ?? '';
  const { items, total, error, hasNextPage, fetchNextPage } = useWanted(term);
  return (
    <Page>
      <Heading as="h1" size="3xl" fontWeight="600">
        Want to Buy
      </Heading>
      <Text color="fg.muted" mt="1" mb={{ base: '6', md: '8' }}>
        What people look for. If you have it, write to them.
      </Text>
      <Flex align="baseline" gap="3" mb="5">
        <Heading as="h2" size="lg">
          {term ? `Search results for "${term}"` : 'All WTB Listings'}
        </Heading>
        {term && typeof total === 'number' ? (
          <Text textStyle="sm" color="fg.subtle" role="status">
            {countOf(total)}
          </Text>
        ) : null}
      </Flex>
      {error ? (
        <Text role="alert">Failed to fetch WTB listings</Text>
      ) : !items ? (
        <Loading />
      ) : items.length === 0 ? (
        <Empty term={term} />
      ) : (
        <div className="wanted-grid">
          {items.map((wanted) => (
            <WantedCard key={wanted.id} wanted={wanted} />
          ))}
        </div>
      )}
      {hasNextPage ? (
        <Flex justify="center" mt="8">
          <Button variant="outline" onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Flex>
      ) : null}
      {id ? (
        <Suspense fallback={null}>
          <WantedDialog id={id} onClose={() => void navigate('/wtb')} />
        </Suspense>
      ) : null}
    </Page>
  );
}
