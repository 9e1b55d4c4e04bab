import { Box, Button, chakra, Dialog, Flex, Text } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { useEffect, useRef } from 'react';
import { ACTIVE_LISTINGS, profileKey, profilePath } from '../../lib/own-list-keys.ts';
import { formatPrice } from '../../lib/price.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Failure } from '../../ui/failure.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Loading } from '../../ui/loading.tsx';

const Row = ({ listing, onPick }: { listing: Listing; onPick: () => void }) => (
  <chakra.button
    type="button"
    onClick={onPick}
    display="grid"
    gridTemplateColumns="48px minmax(0,1fr) auto"
    gap="3"
    alignItems="center"
    w="full"
    p="2"
    textAlign="start"
    cursor="pointer"
    borderRadius="l2"
    _hover={{ bg: 'bg.subtle' }}
    focusVisibleRing="inside"
  >
    <Box w="48px" h="64px" bg="bg.muted" borderRadius="l1" overflow="hidden">
      {listing.images[0] ? (
        <chakra.img
          src={imageVariant(listing.images[0], 320)}
          alt=""
          loading="lazy"
          w="full"
          h="full"
          objectFit="cover"
        />
      ) : null}
    </Box>
    <Box minW="0">
      <Text textStyle="sm" fontWeight="medium" truncate>
        {listing.title}
      </Text>
      <Text textStyle="xs" color="fg.muted" truncate>
        {listing.brand} · {listing.size.toUpperCase()}
      </Text>
    </Box>
    <Text textStyle="sm" fontWeight="semibold">
      {formatPrice(listing.price)}
    </Text>
  </chakra.button>
);

interface OwnActiveProps {
  username: string;
  onPick: (listing: Listing) => void;
}

function OwnActive({ username, onPick }: OwnActiveProps) {
  // The same query as on the member's profile, so that both share one cached list.
  const key = [...profileKey(username), ACTIVE_LISTINGS];
  const pages = usePages<Listing>(key, profilePath(username, ACTIVE_LISTINGS));
  const { items, error, retry } = pages;
  if (error) return <Failure text="Your listings could not be loaded." retry={retry} />;
  if (!items) return <Loading label="Loading your listings" />;
  if (items.length === 0) return <Text color="fg.muted">You have no active listings to attach.</Text>;
  return (
    <>
      <Box as="ul" listStyleType="none" mx="-2">
        {items.map((listing) => (
          <li key={listing.id}>
            <Row listing={listing} onPick={() => onPick(listing)} />
          </li>
        ))}
      </Box>
      <ListEnd {...pages} />
    </>
  );
}

interface AttachListingProps {
  username: string;
  /** Null sends the message without a listing. */
  onPick: (listing: Listing | null) => void;
  onBack: () => void;
}

/** 'I Have This': selects the member's listing for the first message to link to, if any. */
export function AttachListing({ username, onPick, onBack }: AttachListingProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <Dialog.Header borderBottomWidth="1px" pb="4" flexDirection="column" alignItems="flex-start" gap="1">
        <Dialog.Title ref={title} tabIndex={-1} outline="none">
          Attach one of your listings?
        </Dialog.Title>
        <Text textStyle="sm" color="fg.muted">
          Your first message will link to it. You can change the text before you send it.
        </Text>
      </Dialog.Header>
      <Dialog.Body pt="4">
        <OwnActive username={username} onPick={onPick} />
      </Dialog.Body>
      <Dialog.Footer borderTopWidth="1px" pt="4">
        <Flex gap="3" wrap="wrap" justify="flex-end">
          <Button variant="outline" onClick={onBack}>
            Back
          </Button>
          <Button colorPalette="indigo" onClick={() => onPick(null)}>
            Message Without a Listing
          </Button>
        </Flex>
      </Dialog.Footer>
    </>
  );
}
