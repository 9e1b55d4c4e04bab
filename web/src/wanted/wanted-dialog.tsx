import { Box, Button, Dialog, Flex, IconButton, Spinner, Text } from '@chakra-ui/react';
import { formatPrice, relativeTime } from '@selvedge/shared/format';
import { mayWanted } from '@selvedge/shared/policy';
import { wantedTitle } from '@selvedge/shared/titles';
import type { Wanted } from '@selvedge/shared/wanted';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useOpenMessages } from '../conversations/open.ts';
import { loginPath } from '../identity/next-path.ts';
import { useSession } from '../identity/use-session.ts';
import { api, isNotFound } from '../lib/api.ts';
import { fromPage } from '../lib/page-data.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { Fact } from '../ui/fact.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icon.tsx';
import { PersonLink } from '../ui/person-link.tsx';
import { useTitle } from '../ui/use-title.ts';

/** How to answer a request: a word to who asks. */
function Action({ wanted }: { wanted: Wanted }) {
  const { status, user } = useSession();
  const openMessages = useOpenMessages();
  if (status === 'signed-out') {
    return (
      <Button asChild variant="outline">
        <Link to={loginPath(`/wtb/${wanted.id}`)}>Sign in to message this user</Link>
      </Button>
    );
  }
  if (user?.id === wanted.buyer.id) return <Text color="fg.muted">Your listing</Text>;
  if (!mayWanted('message', user, wanted)) return <Text color="fg.muted">Found already</Text>;
  const write = () => openMessages({ sellerId: wanted.buyer.id, listingId: null, wtbListingId: wanted.id });
  return (
    <Button colorPalette="indigo" onClick={write} disabled={status === 'loading'}>
      <Icon name="message" />I Have This
    </Button>
  );
}

const Detail = ({ wanted }: { wanted: Wanted }) => (
  <>
    <Flex as="dl" wrap="wrap" columnGap="8" rowGap="3" py="4" borderBlockWidth="1px">
      <Fact name="Size">{wanted.size.toUpperCase()}</Fact>
      <Fact name="Maximum budget">{formatPrice(wanted.maxPrice)}</Fact>
      <Fact name="Listed">{relativeTime(wanted.createdAt)}</Fact>
    </Flex>
    {wanted.description ? (
      <Text mt="4" color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
        {wanted.description}
      </Text>
    ) : null}
    <Box mt="4">
      <PersonLink person={wanted.buyer} what="Buyer" />
    </Box>
  </>
);

/** One request, over the list of them. */
export default function WantedDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const address = `/api/wtb-listings/${encodeURIComponent(id)}`;
  const {
    data: wanted,
    error,
    refetch,
  } = useQuery({
    queryKey: ['wanted', id],
    queryFn: () => api<Wanted>('GET', address),
    ...fromPage<Wanted>(address),
  });
  useTitle(wanted ? wantedTitle(wanted) : 'Want to Buy');
  const waiting = isNotFound(error) ? 'WTB listing not found' : 'WTB listing';
  return (
    <DialogFrame size="form" onClose={onClose}>
      <Dialog.Header justifyContent="space-between" alignItems="flex-start">
        <Box minW="0" overflowWrap="anywhere">
          <Text textStyle="woven">{wanted?.brand}</Text>
          <Dialog.Title mt="1">{wanted?.title ?? waiting}</Dialog.Title>
        </Box>
        <Dialog.CloseTrigger asChild position="static">
          <IconButton variant="ghost" aria-label="Close">
            <Icon name="x" />
          </IconButton>
        </Dialog.CloseTrigger>
      </Dialog.Header>
      <Dialog.Body>
        {wanted ? <Detail wanted={wanted} /> : null}
        {!wanted && !error ? <Spinner aria-label="Loading" /> : null}
        {error && !isNotFound(error) ? (
          <Failure text="Failed to load the listing. Please try again." retry={() => void refetch()} />
        ) : null}
      </Dialog.Body>
      <Dialog.Footer>{wanted ? <Action wanted={wanted} /> : null}</Dialog.Footer>
    </DialogFrame>
  );
}
