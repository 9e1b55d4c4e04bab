import { Box, Button, Text } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/listings';
import { canMessageSeller } from '@selvedge/shared/policy';
import { useComposeOnArrival, useOpenMessages } from '../conversations/open.ts';
import { useSession } from '../identity/use-session.ts';
import { Icon } from '../ui/icon.tsx';

const SoldNotice = () => (
  <Box mt="6" p="4" bg="bg.muted" borderRadius="l2">
    <Text fontWeight="semibold">This item has been sold</Text>
    <Text textStyle="sm" color="fg.muted">
      This listing is no longer available for purchase
    </Text>
  </Box>
);

/** How to get the item: by a message to its seller. Sellers see no button on their own listings. */
export function MessageSeller({ listing }: { listing: Listing }) {
  const { status, user } = useSession();
  const openMessages = useOpenMessages();
  const target = { sellerId: listing.sellerId, listingId: listing.id, wtbListingId: null };
  const canMessage = canMessageSeller(user, listing);
  useComposeOnArrival(canMessage ? target : null);
  if (listing.isSold) return <SoldNotice />;
  if (!canMessage) return null;
  return (
    <Button
      size="xl"
      colorPalette="indigo"
      onClick={() => openMessages(target)}
      // Until the viewer is known, neither text is right; the space stays reserved.
      visibility={status === 'loading' ? 'hidden' : undefined}
      // Fixed within reach of the thumb, where the facts lie below the photos.
      position={{ base: 'fixed', lg: 'static' }}
      left="4"
      bottom="calc(1rem + env(safe-area-inset-bottom))"
      w={{ base: 'calc(100% - 2rem)', lg: 'full' }}
      mt={{ lg: '6' }}
      zIndex="docked"
      shadow={{ base: 'lg', lg: 'none' }}
    >
      <Icon name="message" />
      {status === 'signed-out' ? 'Sign In to Message' : 'Message Seller'}
    </Button>
  );
}
