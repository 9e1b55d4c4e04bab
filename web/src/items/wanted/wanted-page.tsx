import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { formatCount } from '@selvedge/shared/platform/format';
import { Suspense, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useReopened } from '../../lib/session/use-reopened.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { usePages } from '../../lib/use-pages.ts';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { MatchesPanel } from '../matching/matches-panel.tsx';
import type { FormValues } from './draft.ts';
import { WANTED_LIST_KEY } from './keys.ts';
import type { CardState } from './wanted-card.tsx';

/** Links to this page may open a WTB, or the form for a new one, filled in. */
type PageState = CardState & { newWanted?: Partial<FormValues> };

import { WantedList } from './wanted-list.tsx';

const CreateWantedDialog = lazyChunk(() => import('./create-wanted-dialog.tsx'));
const WantedDialog = lazyChunk(() => import('./wanted-dialog.tsx'));

const countOf = (total: number) => (total === 1 ? '1 listing found' : `${formatCount(total)} listings found`);

/** Want to Buy: the list of WTBs, and one opened WTB over it. */
export default function WantedPage() {
  const { id } = useParams();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const term = params.get('q') ?? '';
  const address = term === '' ? '/api/wtb-listings' : `/api/wtb-listings?${new URLSearchParams({ q: term })}`;
  const pages = usePages<Wanted>([WANTED_LIST_KEY, term], address);
  const { isOverPage, newWanted } = (state as PageState | null) ?? {};
  const user = useUser();
  const [isCreating, setCreating] = useState(newWanted !== undefined);
  useReopened('wtb:new', () => setCreating(true));
  // The WTB may have been opened from a card on another page, such as a profile: closing it returns there.
  const close = () => void (isOverPage ? navigate(-1) : navigate(`/wtb${search}`, { replace: true }));
  // An opened WTB sets the title itself.
  useTitle(id ? undefined : 'Want to Buy');
  return (
    <Page>
      <Flex justify="space-between" align="flex-start" wrap="wrap" gap="4" mb={{ base: '6', md: '8' }}>
        <Box>
          <Heading as="h1" size="3xl" fontWeight="600">
            Want to Buy
          </Heading>
          <Text color="fg.muted" mt="1">
            What people are looking for. Have it? Message them.
          </Text>
        </Box>
        {user ? (
          <Button colorPalette="indigo" onClick={() => setCreating(true)}>
            <Icon name="plus" size={16} />
            Create a WTB
          </Button>
        ) : null}
      </Flex>
      {user && term === '' ? <MatchesPanel personId={user.id} /> : null}
      <Flex align="baseline" wrap="wrap" columnGap="3" mb="5">
        <Heading as="h2" size="lg" overflowWrap="anywhere">
          {term ? `Search results for "${term}"` : 'All WTB Listings'}
        </Heading>
        <Text textStyle="sm" color="fg.subtle" role="status">
          {term && pages.total !== null ? countOf(pages.total) : null}
        </Text>
      </Flex>
      <WantedList term={term} pages={pages} />
      {isCreating ? (
        <Suspense fallback={<DialogLoading onClose={() => setCreating(false)} />}>
          <CreateWantedDialog start={newWanted} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
      {id ? (
        <Suspense fallback={<DialogLoading onClose={null} />}>
          <WantedDialog id={id} onClose={close} />
        </Suspense>
      ) : null}
    </Page>
  );
}
