import { Box, Heading } from '@chakra-ui/react';
import type { CardListing, Listing } from '@selvedge/shared/items/listings';
import { useId } from 'react';
import { LISTINGS_KEY } from '../../lib/listing-keys.ts';
import { ACTIVE_LISTINGS, profilePath } from '../../lib/own-list-keys.ts';
import { usePages } from '../../lib/use-pages.ts';
import { ListingCard } from './listing-card.tsx';

/** Two rows on a phone, one on a desktop. */
const SHOWN = 4;

/** Cards under a heading; renders nothing while there are none. */
function Row({ heading, address }: { heading: string; address: string }) {
  const id = useId();
  const { items = [] } = usePages<CardListing>([LISTINGS_KEY, 'more', address], address);
  if (items.length === 0) return null;
  return (
    <Box as="section" mt="12" aria-labelledby={id}>
      <Heading as="h2" id={id} size="xl" mb="5" overflowWrap="anywhere">
        {heading}
      </Heading>
      <div className="grid">
        {items.slice(0, SHOWN).map((listing) => (
          <ListingCard key={listing.id} listing={listing} isFirst={false} />
        ))}
      </div>
    </Box>
  );
}

/** Alternatives to a sold listing: more of its brand, and of its seller. */
export function MoreListings({ listing: { brand, seller } }: { listing: Listing }) {
  return (
    <>
      <Row
        heading={`More from ${brand}`}
        address={`/api/listings?${new URLSearchParams({ brand, sold: 'false', limit: String(SHOWN), fields: 'card' })}`}
      />
      <Row
        heading={`More from ${seller.username}`}
        address={`${profilePath(seller.username, ACTIVE_LISTINGS)}&limit=${SHOWN}`}
      />
    </>
  );
}
