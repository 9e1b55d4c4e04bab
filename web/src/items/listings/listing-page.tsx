import { Box, Button, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import type { ListingDetails as Details } from '@selvedge/shared/items/listings';
import { listingTitle } from '@selvedge/shared/platform/titles';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { api, isNotFound } from '../../lib/api.ts';
import { LISTING_KEY } from '../../lib/listing-keys.ts';
import { fromPage } from '../../lib/page-data.ts';
import { Centered } from '../../ui/centered.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { withDetails } from './details.ts';
import { Gallery } from './gallery.tsx';
import { ListingDetails } from './listing-details.tsx';
import { MoreListings } from './more-listings.tsx';
import { SIDE_BY_SIDE } from './side-by-side.ts';

function NoListing({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  useTitle(title);
  return (
    <Centered>
      <Heading as="h1" size="2xl">
        {title}
      </Heading>
      <Text color="fg.muted">{text}</Text>
      <Flex gap="3" wrap="wrap" justify="center" mt="3">
        {children}
        <Button asChild variant="outline">
          <Link to="/">Back to Listings</Link>
        </Button>
      </Flex>
    </Centered>
  );
}

/** The page once the listing has loaded. */
function Detail({ listing }: { listing: Details }) {
  useTitle(listingTitle(listing));
  return (
    <Box maxW="1360px" mx="auto" px={{ base: '4', md: '6', lg: '10' }} pt="5" pb="28">
      <Button asChild variant="ghost" size="sm" ms="-3" mb="4" color="fg.muted">
        <Link to="/">
          <Icon name="back" size={16} />
          Back to Listings
        </Link>
      </Button>
      <Grid
        templateColumns="minmax(0,1fr)"
        gap={{ base: '7', lg: '14' }}
        alignItems="start"
        css={{
          [SIDE_BY_SIDE]: { gridTemplateColumns: 'minmax(0,1fr) minmax(260px,1fr)' },
          '@media (min-width: 1024px)': { gridTemplateColumns: 'minmax(0,7fr) minmax(340px,4.5fr)' },
        }}
      >
        {/* As wide as the full photo can be within the window's height. */}
        <Box
          w="full"
          css={{
            [SIDE_BY_SIDE]: { maxW: 'max(180px, (100dvh - 150px) * .75)', justifySelf: 'end' },
            '@media (min-width: 1024px)': { maxW: 'calc((100dvh - 150px) * .75 + 86px)' },
          }}
        >
          <Gallery listing={listing} />
        </Box>
        <ListingDetails listing={listing} />
      </Grid>
      {listing.isSold ? <MoreListings listing={listing} /> : null}
    </Box>
  );
}

export default function ListingPage() {
  const { id = '' } = useParams();
  const address = `/api/listings/${encodeURIComponent(id)}`;
  const {
    data: listing,
    error,
    refetch,
  } = useQuery({
    queryKey: [LISTING_KEY, id],
    queryFn: () => api<Details>('GET', address),
    structuralSharing: withDetails,
    ...fromPage<Details>(address),
  });
  // First, because the response embedded in the page may contain a listing that is hidden from this viewer.
  if (isNotFound(error)) {
    return <NoListing title="Listing Not Found" text="The listing you're looking for doesn't exist." />;
  }
  if (listing) return <Detail listing={listing} />;
  if (error) {
    return (
      <NoListing title="Error Loading Listing" text="Failed to load the listing. Please try again.">
        <Button colorPalette="indigo" onClick={() => void refetch()}>
          Try Again
        </Button>
      </NoListing>
    );
  }
  return (
    <Centered>
      <Loading label="Loading listing" />
    </Centered>
  );
}
