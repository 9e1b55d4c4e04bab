import { Box, Button, Dialog, Flex, IconButton, Spinner, Text } from '@chakra-ui/react';
import { formatPrice, relativeTime } from '@selvedge/shared/format';
import { canMessageBuyer } from '@selvedge/shared/policy';
import type { Wanted } from '@selvedge/shared/wanted';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useOpenMessages } from '../conversations/open.ts';
import { loginPath } from '../identity/next-path.ts';
import { useSession } from '../identity/use-session.ts';
import { api } from '../lib/api.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';

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
  if (!canMessageBuyer(user, wanted)) return <Text color="fg.muted">Found already</Text>;
  const write = () => openMessages({ sellerId: wanted.buyer.id, listingId: null, wtbListingId: wanted.id });
  return (
    <Button colorPalette="indigo" onClick={write}>
      <Icon name="message" />I Have This
    </Button>
  );
}

/** One request, over the list of them. */
export default function WantedDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: wanted, error } = useQuery({
    queryKey: ['wanted', id],
    queryFn: () => api<Wanted>('GET', `/api/wtb-listings/${encodeURIComponent(id)}`),
  });
  return (
    <DialogFrame size="form" onClose={onClose}>
      <Dialog.Header justifyContent="space-between" alignItems="flex-start">
        <Box>
          <Text textStyle="woven">{wanted?.brand}</Text>
          <Dialog.Title mt="1">{wanted?.title ?? (error ? 'WTB listing not found' : 'Loading')}</Dialog.Title>
        </Box>
        <Dialog.CloseTrigger asChild position="static">
          <IconButton variant="ghost" aria-label="Close">
            <Icon name="x" />
          </IconButton>
        </Dialog.CloseTrigger>
      </Dialog.Header>
      <Dialog.Body>
        {wanted ? (
          <>
            <Flex gap="8" py="4" borderBlockWidth="1px">
              <Box>
                <Text textStyle="xs" color="fg.subtle">
                  Size
                </Text>
                <Text fontWeight="medium">{wanted.size.toUpperCase()}</Text>
              </Box>
              <Box>
                <Text textStyle="xs" color="fg.subtle">
                  Maximum budget
                </Text>
                <Text fontWeight="medium">{formatPrice(wanted.maxPrice)}</Text>
              </Box>
              <Box>
                <Text textStyle="xs" color="fg.subtle">
                  Asked by
                </Text>
                <Text fontWeight="medium">
                  <Link to={`/profile/${wanted.buyer.username}`}>{wanted.buyer.username}</Link>
                </Text>
              </Box>
            </Flex>
            <Text mt="4" color="fg.muted" whiteSpace="pre-line">
              {wanted.description}
            </Text>
            <Text mt="4" textStyle="xs" color="fg.subtle">
              {relativeTime(wanted.createdAt)}
            </Text>
          </>
        ) : error ? null : (
          <Spinner aria-label="Loading" />
        )}
      </Dialog.Body>
      <Dialog.Footer>{wanted ? <Action wanted={wanted} /> : null}</Dialog.Footer>
    </DialogFrame>
  );
}
