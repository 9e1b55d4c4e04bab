import { Box, chakra, Flex, Grid, IconButton, Text } from '@chakra-ui/react';
import type { Conversation } from '@selvedge/shared/conversations';
import type { Person } from '@selvedge/shared/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SafetyMenu } from '../safety/safety-menu.tsx';
import { Face } from '../ui/face.tsx';
import { Icon } from '../ui/icon.tsx';
import { ArrangeItems, ConversationMenu } from './conversation-menu.tsx';
import type { TalkItem } from './item-of.ts';
import { OnlineDot } from './online-dot.tsx';

interface ThreadHeaderProps {
  /** Undefined before the first message. */
  conversation: Conversation | undefined;
  /** The other person, once known. */
  other: Person | undefined;
  isBlocked: boolean;
  item: TalkItem | null;
  /** Given when list and thread share one pane. */
  onBack?: (() => void) | undefined;
  close: ReactNode;
}

/** On a phone the price stands before the item, so that a long price does not take the name's room. */
const AREAS = {
  templateColumns: { base: 'auto auto auto minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr) auto auto' },
  templateAreas: {
    base: '"back face name name menu" "back face price item menu"',
    md: '"face name price menu" "face item price menu"',
  },
} as const;

/** The other person and the item of a conversation. */
export function ThreadHeader({ conversation, other, isBlocked, item, onBack, close }: ThreadHeaderProps) {
  const { username, profileImageUrl } = other ?? { username: '', profileImageUrl: null };
  // A deleted account has no profile to link to, and nobody to block.
  const isGone = other?.isDeleted === true;
  return (
    <Grid
      h="16"
      px={{ base: '2', md: '5' }}
      alignItems="center"
      alignContent="center"
      columnGap={{ base: '2', md: '3' }}
      flexShrink={0}
      borderBottomWidth="1px"
      {...AREAS}
    >
      {onBack ? (
        <IconButton gridArea="back" variant="ghost" aria-label="Back to conversations" onClick={onBack}>
          <Icon name="back" />
        </IconButton>
      ) : null}
      <Box gridArea="face" position="relative">
        <Face person={{ username, profileImageUrl }} size="sm" />
        {other ? <OnlineDot userId={other.id} /> : null}
      </Box>
      <Text
        as="h3"
        gridArea={item ? 'name' : 'name / name / item / item'}
        textStyle="sm"
        fontWeight="semibold"
        truncate
      >
        {isGone ? username : <Link to={`/profile/${username}`}>{username}</Link>}
      </Text>
      {item ? (
        <>
          <Text gridArea="item" textStyle="xs" color="fg.muted" truncate>
            <chakra.a
              href={item.href}
              target="_blank"
              rel="noopener"
              _hover={{ textDecoration: 'underline' }}
              focusVisibleRing="inside"
            >
              {item.brand} · {item.title}
            </chakra.a>
          </Text>
          <Text
            gridArea="price"
            textStyle={{ base: 'xs', md: 'sm' }}
            fontWeight="semibold"
            color={item.isReduced ? 'fg.sale' : 'fg'}
          >
            {item.state ?? item.price}
          </Text>
        </>
      ) : null}
      <Flex gridArea="menu" gap={{ base: '1', md: '3' }}>
        {other && !isGone ? (
          <SafetyMenu person={other} report={{ subject: 'user', id: other.id }} isBlocked={isBlocked}>
            {conversation ? <ArrangeItems {...conversation} /> : null}
          </SafetyMenu>
        ) : null}
        {conversation && isGone ? (
          <ConversationMenu conversation={conversation} label="More actions" />
        ) : null}
        {close}
      </Flex>
    </Grid>
  );
}
