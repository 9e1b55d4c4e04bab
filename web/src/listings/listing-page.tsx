import { Badge, Box, Button, chakra, Flex, Grid, Heading, Spinner, Text } from '@chakra-ui/react';
import { formatPrice, relativeTime } from '@selvedge/shared/format';
import type { Listing } from '@selvedge/shared/listings';
import { canMessageSeller } from '@selvedge/shared/policy';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useOpenMessages } from '../conversations/open.ts';
import { loginPath } from '../identity/next-path.ts';
import { useSession } from '../identity/use-session.ts';
import { api } from '../lib/api.ts';
import { Centered } from '../ui/centered.tsx';
import { Face } from '../ui/face.tsx';
import { Icon } from '../ui/icon.tsx';
import { Gallery } from './gallery.tsx';
import { PercentOff } from './price.tsx';

function Missing({ title, text }: { title: string; text: string }) {
  return (
    <Centered>
      <Heading as="h1" size="2xl">
        {title}
      </Heading>
      <Text color="fg.muted">{text}</Text>
      <Button asChild variant="outline">
        <Link to="/">Back to Listings</Link>
      </Button>
    </Centered>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box>
    <Text as="dt" textStyle="xs" color="fg.subtle" mb="0.5">
      {name}
    </Text>
    <Text as="dd" textStyle="sm" fontWeight="medium">
      {children}
    </Text>
  </Box>
);

function PriceLine({ listing }: { listing: Listing }) {
  const was = listing.isDiscounted ? listing.originalPrice : undefined;
  return (
    <Flex align="center" gap="3" mt="4">
      <Text fontSize="2xl" fontWeight="600" color={was ? 'fg.sale' : 'fg'}>
        {was ? <span className="sr">Now </span> : null}
        {formatPrice(listing.price)}
      </Text>
      {was ? (
        <Text as="s" fontSize="lg" color="fg.subtle">
          <span className="sr">Was </span>
          {formatPrice(was)}
        </Text>
      ) : null}
      <PercentOff listing={listing} className="inline" />
    </Flex>
  );
}

/** What one can do about the listing; its seller sees no button to write to themselves. */
function Action({ listing }: { listing: Listing }) {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const openMessages = useOpenMessages();
  if (listing.isSold) {
    return (
      <Box mt="6" p="4" bg="bg.muted" borderRadius="l2">
        <Text fontWeight="semibold">This item has been sold</Text>
        <Text textStyle="sm" color="fg.muted">
          This listing is no longer available for purchase
        </Text>
      </Box>
    );
  }
  if (!canMessageSeller(user, listing)) return null;
  const act = () => {
    if (status === 'signed-out') void navigate(loginPath(`/listing/${listing.id}`));
    else openMessages({ sellerId: listing.sellerId, listingId: listing.id, wtbListingId: null });
  };
  return (
    <Button
      size="xl"
      colorPalette="indigo"
      onClick={act}
      mt={{ lg: '6' }}
      w={{ base: 'calc(100% - 2rem)', lg: 'full' }}
      position={{ base: 'fixed', lg: 'static' }}
      left="4"
      bottom="calc(1rem + env(safe-area-inset-bottom))"
      zIndex="docked"
      shadow={{ base: 'lg', lg: 'none' }}
    >
      <Icon name="message" />
      {status === 'signed-out' ? 'Sign In to Message' : 'Message Seller'}
    </Button>
  );
}

const Seller = ({ listing: { seller } }: { listing: Listing }) => (
  <chakra.div mt="6" mx="-3">
    <chakra.a
      href={`/profile/${seller.username}`}
      display="flex"
      alignItems="center"
      gap="3"
      p="3"
      borderRadius="l2"
      _hover={{ bg: 'bg.subtle' }}
      focusVisibleRing="outside"
    >
      <Face person={seller} size="md" />
      <Box flex="1" minW="0">
        <Flex gap="2" align="center">
          <Text fontWeight="semibold" truncate>
            {seller.username}
          </Text>
          {seller.isAdmin ? (
            <Badge colorPalette="indigo" variant="solid" size="xs">
              ADMIN
            </Badge>
          ) : null}
        </Flex>
        <Text textStyle="xs" color="fg.subtle">
          Seller
        </Text>
      </Box>
      <Icon name="right" />
    </chakra.a>
  </chakra.div>
);

function Facts({ listing }: { listing: Listing }) {
  return (
    <Box position={{ lg: 'sticky' }} top="24">
      <Text textStyle="woven" fontSize="0.8125rem">
        {listing.brand}
      </Text>
      <Heading as="h1" size="2xl" mt="1.5" fontWeight="600">
        {listing.title}
      </Heading>
      <PriceLine listing={listing} />
      <Flex as="dl" wrap="wrap" gap="8" mt="6" py="4" borderBlockWidth="1px">
        <Fact name="Size">{listing.size.toUpperCase()}</Fact>
        <Fact name="Condition">{listing.condition}</Fact>
        <Fact name="Listed">{relativeTime(listing.createdAt)}</Fact>
        {listing.isSold && listing.soldAt ? <Fact name="Sold">{relativeTime(listing.soldAt)}</Fact> : null}
      </Flex>
      <Action listing={listing} />
      <Seller listing={listing} />
      {listing.description ? (
        <Text
          mt="4"
          pt="4"
          borderTopWidth="1px"
          whiteSpace="pre-line"
          color="fg.muted"
          textStyle="sm"
          lineHeight="tall"
        >
          {listing.description}
        </Text>
      ) : null}
      <Text mt="6" textStyle="xs" color="fg.subtle" maxW="56ch">
        Selvedge never handles payment. Agree the price in messages, and pay with a buyer-protected service.
      </Text>
    </Box>
  );
}

export default function ListingPage() {
  const { id = '' } = useParams();
  const { data: listing, error } = useQuery({
    queryKey: ['listing', id],
    queryFn: () => api<Listing>('GET', `/api/listings/${encodeURIComponent(id)}`),
  });
  useEffect(() => {
    if (listing) document.title = `${listing.brand} ${listing.title} · Selvedge`;
  }, [listing]);

  if (error && 'code' in error && error.code === 'not_found') {
    return <Missing title="Listing Not Found" text="The listing you're looking for doesn't exist." />;
  }
  if (error)
    return <Missing title="Error Loading Listing" text="Failed to load the listing. Please try again." />;
  if (!listing) {
    return (
      <Centered>
        <Spinner aria-label="Loading listing" />
      </Centered>
    );
  }
  return (
    <Box as="main" id="main" maxW="1360px" mx="auto" px={{ base: '4', md: '6', lg: '10' }} pt="5" pb="28">
      <Button asChild variant="ghost" size="sm" ms="-3" mb="4" color="fg.muted">
        <Link to="/">
          <Icon name="back" size={16} />
          Back to Listings
        </Link>
      </Button>
      <Grid
        templateColumns={{ base: '1fr', lg: 'minmax(0,7fr) minmax(340px,4.5fr)' }}
        gap={{ base: '7', lg: '14' }}
        alignItems="start"
      >
        {/* As wide as the whole photo fits into the window. */}
        <Box w="full" maxW={{ lg: 'calc((100dvh - 150px) * .75 + 86px)' }} justifySelf="end">
          <Gallery listing={listing} />
        </Box>
        <Facts listing={listing} />
      </Grid>
    </Box>
  );
}
