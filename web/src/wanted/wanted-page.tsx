import { Flex, Heading, Text } from '@chakra-ui/react';
import type { Wanted } from '@selvedge/shared/wanted';
import { lazy, Suspense } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { usePages } from '../lib/use-pages.ts';
import { Page } from '../ui/page.tsx';
import { useTitle } from '../ui/use-title.ts';
import { WantedList } from './wanted-list.tsx';

const WantedDialog = lazy(() => import('./wanted-dialog.tsx'));

const countOf = (total: number) =>
  total === 1 ? '1 listing found' : `${total.toLocaleString('en-US')} listings found`;

/** Want to Buy: what people look for, and one of the requests over the list. */
export default function WantedPage() {
  const { id } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const term = params.get('q') ?? '';
  const address = term === '' ? '/api/wtb-listings' : `/api/wtb-listings?${new URLSearchParams({ q: term })}`;
  const pages = usePages<Wanted>(['wanted-list', term], address);
  // An opened request names the page itself.
  useTitle(id ? undefined : 'Want to Buy');
  return (
    <Page>
      <Heading as="h1" size="3xl" fontWeight="600">
        Want to Buy
      </Heading>
      <Text color="fg.muted" mt="1" mb={{ base: '6', md: '8' }}>
        What people look for. If you have it, write to them.
      </Text>
      <Flex align="baseline" wrap="wrap" columnGap="3" mb="5">
        <Heading as="h2" size="lg" overflowWrap="anywhere">
          {term ? `Search results for "${term}"` : 'All WTB Listings'}
        </Heading>
        <Text textStyle="sm" color="fg.subtle" role="status">
          {term && pages.total !== null ? countOf(pages.total) : null}
        </Text>
      </Flex>
      <WantedList term={term} pages={pages} />
      {id ? (
        <Suspense fallback={null}>
          <WantedDialog id={id} onClose={() => void navigate(`/wtb${search}`)} />
        </Suspense>
      ) : null}
    </Page>
  );
}
