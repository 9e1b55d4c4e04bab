import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { Match } from '@selvedge/shared/items/matches';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { Link } from 'react-router-dom';
import { placeholderColor } from '../../lib/image.ts';
import { formatPrice } from '../../lib/price.ts';

const RowLink = chakra(Link);

interface MatchRowProps {
  match: Match;
  /** Whether the row shows the WTB that it matches. */
  showsWanted: boolean;
}

/** A listing that matches a WTB; links to its page, from which its seller can be messaged. */
export function MatchRow({ match: { listing, wtb, isSeen }, showsWanted }: MatchRowProps) {
  const [cover] = listing.images;
  return (
    <RowLink
      to={`/listing/${listing.id}`}
      display="grid"
      gridTemplateColumns="60px minmax(0,1fr) auto"
      gap="3"
      alignItems="center"
      p="2"
      borderRadius="l2"
      overflowWrap="anywhere"
      _hover={{ bg: 'bg.subtle' }}
      focusVisibleRing="inside"
    >
      <Box
        w="60px"
        h="80px"
        borderRadius="l1"
        overflow="hidden"
        style={{ backgroundColor: placeholderColor(listing.placeholders[0]) }}
      >
        {cover ? (
          <chakra.img
            src={imageVariant(cover, 320)}
            alt=""
            loading="lazy"
            w="full"
            h="full"
            objectFit="cover"
          />
        ) : null}
      </Box>
      <Box minW="0">
        <Flex align="center" gap="2">
          <Text textStyle="woven" truncate>
            {listing.brand}
          </Text>
          {isSeen ? null : (
            <Text as="span" className="tab">
              New
            </Text>
          )}
        </Flex>
        <Text textStyle="sm" fontWeight="medium" truncate>
          {listing.title}
        </Text>
        <Text textStyle="xs" color="fg.muted" truncate>
          {listing.size.toUpperCase()} · {listing.condition}
          {showsWanted ? ` · for “${wtb.title}”` : ''}
        </Text>
      </Box>
      <Text textStyle="sm" fontWeight="semibold">
        {formatPrice(listing.price)}
      </Text>
    </RowLink>
  );
}
