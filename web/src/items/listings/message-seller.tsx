import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import { canMessageSeller } from '@selvedge/shared/platform/policy';
import { useQueryClient } from '@tanstack/react-query';
import { MakeOffer } from '../../conversations/offers/make-offer.tsx';
import { instance } from '../../lib/instance.ts';
import { LISTING_KEY } from '../../lib/listing-keys.ts';
import { formatPrice } from '../../lib/price.ts';
import { useComposeOnArrival, useOpenMessages } from '../../lib/session/open-messages.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { Icon } from '../../ui/icon.tsx';
import { SIDE_BY_SIDE } from './side-by-side.ts';

/** Windows that show the button below the details; a phone in landscape is not tall enough for it. */
const INLINE = `${SIDE_BY_SIDE} and (min-height: 500px)`;
/** A bar within reach of the thumb. */
const BAR = {
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: 'docked',
  px: '4',
  pt: '12px',
  pb: 'calc(12px + env(safe-area-inset-bottom))',
  bg: 'bg',
  borderTopWidth: '1px',
  containerType: 'inline-size',
  // With large text: narrow is measured in letters.
  '@container (max-width: 14rem)': {
    '& .price-of-bar': { display: 'none' },
    '& button': { minH: '0', px: '2', py: '1.5' },
  },
  [INLINE]: { position: 'static', p: 0, mt: '6', borderTopWidth: 0 },
} as const;

const SoldNotice = () => (
  <Box mt="6" p="4" bg="bg.muted" borderRadius="l2">
    <Text fontWeight="semibold">This item has been sold</Text>
    <Text textStyle="sm" color="fg.muted">
      This listing is no longer available for purchase
    </Text>
  </Box>
);

/** The buttons that message the seller, and make an offer. Sellers see none on their own listings. */
export function MessageSeller({ listing }: { listing: Listing }) {
  const { status, user } = useSession();
  const openMessages = useOpenMessages();
  const queries = useQueryClient();
  const refetch = () => void queries.invalidateQueries({ queryKey: [LISTING_KEY, listing.id] });
  const target = { sellerId: listing.sellerId, listingId: listing.id, wtbListingId: null };
  const canMessage = canMessageSeller(user, listing);
  useComposeOnArrival(canMessage ? target : null);
  if (listing.isSold) return <SoldNotice />;
  if (!canMessage) return null;
  // The holder of a listing makes further offers in the conversation.
  const mayOffer = instance.features.offers && status === 'signed-in' && !listing.isOnHold;
  return (
    // Until the viewer is known, neither text is right; the space is reserved.
    <Box css={BAR} visibility={status === 'loading' ? 'hidden' : undefined}>
      <Flex gap="2" wrap="wrap">
        <Button size="xl" colorPalette="indigo" flex="1 0 auto" px="3" onClick={() => openMessages(target)}>
          <Box as="span" css={mayOffer ? { display: 'none', [INLINE]: { display: 'contents' } } : undefined}>
            <Icon name="message" />
          </Box>
          <span>
            {status === 'signed-out' ? 'Sign In to Message' : 'Message Seller'}
            <Box as="span" className="price-of-bar" css={{ [INLINE]: { display: 'none' } }}>
              {` · ${formatPrice(listing.price)}`}
            </Box>
          </span>
        </Button>
        {mayOffer ? (
          <MakeOffer
            item={{ ...listing, isWanted: false }}
            {...{ target, onConflict: refetch }}
            size="xl"
            px={{ base: '4', md: '6' }}
          />
        ) : null}
      </Flex>
    </Box>
  );
}
