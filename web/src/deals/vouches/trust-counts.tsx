import { chakra, Text, type TextProps } from '@chakra-ui/react';
import type { TrustCounts as Counts } from '@selvedge/shared/deals/trust';
import { Link } from 'react-router-dom';
import { instance } from '../../lib/instance.ts';

const count = (total: number, one: string, many: string) =>
  `${total.toLocaleString('en-US')} ${total === 1 ? one : many}`;

const CountsLink = chakra(Link, {
  base: {
    textDecoration: 'underline',
    textDecorationColor: 'border.emphasized',
    textUnderlineOffset: '3px',
    _hover: { textDecorationColor: 'currentcolor' },
    focusVisibleRing: 'outside',
  },
});

interface TrustCountsProps extends TextProps {
  username: string;
  /** Undefined until it is known. */
  trust: Counts | undefined;
}

/** How many deals a member has made, and how many vouches there are about them; the vouches open from here. */
export function TrustCounts({ username, trust, ...style }: TrustCountsProps) {
  if (!trust) return null;
  const members = trust.members ? ` with ${count(trust.members, 'member', 'members')}` : '';
  const deals = trust.deals === undefined ? [] : [count(trust.deals, 'deal', 'deals') + members];
  const vouches = trust.vouches === undefined ? [] : [count(trust.vouches, 'vouch', 'vouches')];
  const text = [...deals, ...vouches].join(' · ');
  return (
    <Text color="fg.muted" {...style}>
      {instance.features.vouches ? (
        <CountsLink to={`/profile/${username}?tab=vouches`}>{text}</CountsLink>
      ) : (
        text
      )}
    </Text>
  );
}
