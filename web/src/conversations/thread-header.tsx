import { Box, chakra, Flex, IconButton, Text } from '@chakra-ui/react';
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
  /** None before the first message. */
  conversation: Conversation | undefined;
  /** The other person, once known. */
  other: Person | undefined;
  isBlocked: boolean;
  item: TalkItem | null;
  /** Given where list and thread share one pane. */
  onBack?: (() => void) | undefined;
  close: ReactNode;
}

/** Whom one talks with, and about what. */
export function ThreadHeader({ conversation, other, isBlocked, item, onBack, close }: ThreadHeaderProps) {
  const { username, profileImageUrl } = other ?? { username: '', profileImageUrl: null };
  // Of a deleted account there is no profile to go to, and nobody to keep away.
  const isGone = other?.isDeleted === true;
  return (
    <Flex h="16" px={{ base: '2', md: '5' }} align="center" gap="3" flexShrink={0} borderBottomWidth="1px">
      {onBack ? (
        <IconButton variant="ghost" aria-label="Back to conversations" onClick={onBack}>
          <Icon name="back" />
        </IconButton>
      ) : null}
      <Box position="relative" flexShrink={0}>
        <Face person={{ username, profileImageUrl }} size="sm" />
        {other ? <OnlineDot userId={other.id} /> : null}
      </Box>
      <Box flex="1" minW="0">
        <Text as="h3" textStyle="sm" fontWeight="semibold" truncate>
          {isGone ? username : <Link to={`/profile/${username}`}>{username}</Link>}
        </Text>
        {item ? (
          <Text textStyle="xs" color="fg.muted" truncate>
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
        ) : null}
      </Box>
      {item ? (
        <Text textStyle="sm" fontWeight="semibold" flexShrink={0} color={item.isReduced ? 'fg.sale' : 'fg'}>
          {item.state ?? item.price}
        </Text>
      ) : null}
      {other && !isGone ? (
        <SafetyMenu person={other} report={{ subject: 'user', id: other.id }} isBlocked={isBlocked}>
          {conversation ? <ArrangeItems {...conversation} /> : null}
        </SafetyMenu>
      ) : null}
      {conversation && isGone ? <ConversationMenu conversation={conversation} label="More actions" /> : null}
      {close}
    </Flex>
  );
}
