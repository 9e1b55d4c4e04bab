import { Box, Flex, Heading, Text } from '@chakra-ui/react';
import type { ListingDetails as Details, Listing } from '@selvedge/shared/items/listings';
import { relativeTimeInText } from '@selvedge/shared/platform/format';
import { isOwner } from '@selvedge/shared/platform/policy';
import { listingTitle } from '@selvedge/shared/platform/titles';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ListingHold } from '../../deals/holds/listing-hold.tsx';
import { TrustCounts } from '../../deals/vouches/trust-counts.tsx';
import { instance } from '../../lib/instance.ts';
import { LISTING_KEY } from '../../lib/listing-keys.ts';
import { formatPrice } from '../../lib/price.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { SafetyMenu } from '../../safety/safety-menu.tsx';
import { VisitorReport } from '../../safety/visitor-report.tsx';
import { LabelledValue } from '../../ui/labelled-value.tsx';
import { MemberLink } from '../../ui/person-link.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { ProofNote } from '../proof/proof-note.tsx';
import { shownProof } from '../proof/shown-proof.ts';
import { SaveButton } from '../saved/save-button.tsx';
import { useSavedCount } from '../saved/saved-count.ts';
import { DismissItem } from '../saved-searches/dismiss-item.tsx';
import { BusinessNote } from './business-note.tsx';
import { MessageSeller } from './message-seller.tsx';
import { ListingActions } from './owner-actions.tsx';
import { PercentOff } from './price.tsx';
import { SIDE_BY_SIDE } from './side-by-side.ts';

function PriceLine({ listing }: { listing: Listing }) {
  const was = listing.isDiscounted ? listing.originalPrice : undefined;
  return (
    <Flex align="center" wrap="wrap" columnGap="3" rowGap="2" mt="4">
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
      {listing.isOnHold && instance.features.holds ? <span className="tab sold">On hold</span> : null}
    </Flex>
  );
}

/** Below the seller's name in their link. */
const BESIDE_AVATAR = '52px';

/** Everything about a listing except its photos. */
export function ListingDetails({ listing }: { listing: Details }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const user = useUser();
  const proof = shownProof(listing);
  const isSeller = isOwner(user, listing.sellerId);
  const savedBy = useSavedCount(listing, isSeller)?.count;
  return (
    // Focusable, to take the focus when an owner's action has removed its own button.
    <Box
      as="section"
      aria-labelledby="listing-title"
      tabIndex={-1}
      css={{ [SIDE_BY_SIDE]: { position: 'sticky' } }}
      top="24"
      minW="0"
    >
      <Text textStyle="woven" fontSize="0.8125rem">
        {listing.brand}
      </Text>
      <Heading as="h1" id="listing-title" size="2xl" mt="1.5" fontWeight="600" overflowWrap="anywhere">
        {listing.title}
      </Heading>
      <PriceLine listing={listing} />
      <Flex wrap="wrap" gap="2" mt="4">
        <SaveButton listing={listing} />
        <ShareButton title={listingTitle(listing)} path={`/listing/${listing.id}`} />
      </Flex>
      <Flex as="dl" wrap="wrap" columnGap="8" rowGap="3" mt="6" py="4" borderBlockWidth="1px">
        <LabelledValue name="Size">{listing.size.toUpperCase()}</LabelledValue>
        <LabelledValue name="Condition">{listing.condition}</LabelledValue>
      </Flex>
      <Flex wrap="wrap" columnGap="4" mt="3" textStyle="sm" color="fg.muted">
        <Text>{`Listed ${relativeTimeInText(listing.createdAt)}`}</Text>
        {listing.isSold && listing.soldAt ? (
          <Text>{`Sold ${relativeTimeInText(listing.soldAt)}`}</Text>
        ) : null}
        {savedBy ? <Text>{`Saved by ${savedBy.toLocaleString('en-US')}`}</Text> : null}
      </Flex>
      <MessageSeller listing={listing} />
      {listing.isOnHold && instance.features.holds ? (
        <ListingHold
          listingId={listing.id}
          isSeller={isSeller}
          isSignedIn={user !== null}
          onChanged={() => void queries.invalidateQueries({ queryKey: [LISTING_KEY, listing.id] })}
        />
      ) : null}
      <ListingActions listing={listing} />
      <Flex mt="6" gap="2" align="center">
        <Box flex="1" minW="0">
          <MemberLink person={listing.seller} label="Seller" />
          <TrustCounts
            textStyle="xs"
            ms={BESIDE_AVATAR}
            mt="-2"
            username={listing.seller.username}
            trust={listing.seller.trust}
          />
          <BusinessNote business={listing.seller.business} />
        </Box>
        <SafetyMenu
          person={listing.seller}
          report={{ subject: 'listing', id: listing.id }}
          onBlocked={() => void navigate('/')}
        >
          <DismissItem dismissed={{ listing, seller: null }} />
          <DismissItem dismissed={{ listing: null, seller: listing.seller }} />
        </SafetyMenu>
      </Flex>
      {proof ? <ProofNote proof={proof} /> : null}
      {listing.description ? (
        <Text
          mt="4"
          pt="4"
          borderTopWidth="1px"
          whiteSpace="pre-line"
          overflowWrap="anywhere"
          color="fg.muted"
          textStyle="sm"
          lineHeight="tall"
        >
          {listing.description}
        </Text>
      ) : null}
      {listing.isSold ? null : (
        <Text mt="6" textStyle="xs" color="fg.subtle" maxW="56ch">
          {instance.name} never handles payment. Agree on the price in messages, and pay with a
          buyer-protected service.
        </Text>
      )}
      <VisitorReport subject="listing" targetId={listing.id} mt="4" />
    </Box>
  );
}
