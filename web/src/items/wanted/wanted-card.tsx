import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { relativeTime } from '@selvedge/shared/platform/format';
import { Link } from 'react-router-dom';
import { formatPrice } from '../../lib/price.ts';
import './wanted.css';

const CardLink = chakra(Link);

/** The router state that a card passes to the opened WTB. */
export interface CardState {
  /** Whether the entry below is the card's page. */
  isOverPage?: boolean;
}

interface WantedCardProps {
  wanted: Wanted;
  /** The search of the list, which stays in the URL of the opened WTB. */
  search?: string;
}

/** A WTB in a grid. */
export function WantedCard({ wanted, search = '' }: WantedCardProps) {
  return (
    <CardLink
      to={`/wtb/${wanted.id}${search}`}
      state={{ isOverPage: true } satisfies CardState}
      display="flex"
      flexDirection="column"
      gap="2"
      minW="0"
      p="5"
      borderWidth="1px"
      borderRadius="l1"
      overflowWrap="anywhere"
      _hover={{ borderColor: 'border.emphasized' }}
      focusVisibleRing="outside"
    >
      <Text textStyle="woven">{wanted.brand}</Text>
      <Text fontWeight="semibold" lineClamp="2">
        {wanted.title}
      </Text>
      {wanted.description ? (
        <Text textStyle="sm" color="fg.muted" lineClamp="2">
          {wanted.description}
        </Text>
      ) : null}
      <Box flex="1" />
      <Flex wrap="wrap" justify="space-between" align="baseline" columnGap="3" mt="2">
        <Text textStyle="sm" color="fg.muted">
          {wanted.size.toUpperCase()} · up to <b>{formatPrice(wanted.maxPrice)}</b>
        </Text>
        <Text textStyle="xs" color="fg.subtle">
          {wanted.buyer.username} · {relativeTime(wanted.createdAt)}
        </Text>
      </Flex>
    </CardLink>
  );
}
