import { Box, Flex, IconButton, Text } from '@chakra-ui/react';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { Person } from '@selvedge/shared/members/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SafetyMenu } from '../../safety/safety-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { ArrangeItems, ConversationMenu } from '../inbox/conversation-menu.tsx';
import { OnlineDot } from '../inbox/online-dot.tsx';

interface ThreadHeaderProps {
  /** Undefined before the first message. */
  conversation: Conversation | undefined;
  /** The other member, once known. */
  other: Person | undefined;
  isBlocked: boolean;
  /** Set when list and thread share one pane. */
  onBack?: (() => void) | undefined;
  close: ReactNode;
}

/** The other member of a conversation, and the actions on it. */
export function ThreadHeader({ conversation, other, isBlocked, onBack, close }: ThreadHeaderProps) {
  const { username, profileImageUrl } = other ?? { username: '', profileImageUrl: null };
  // A deleted account has no profile to link to, and there is no one to block.
  const isGone = other?.isDeleted === true;
  return (
    <Flex
      minH={{ base: '56px', md: '64px' }}
      px={{ base: '8px', md: '20px' }}
      align="center"
      justify="flex-end"
      wrap="wrap"
      columnGap={{ base: '8px', md: '12px' }}
      flexShrink={0}
      borderBottomWidth="1px"
    >
      {onBack ? (
        <IconButton variant="ghost" aria-label="Back to conversations" onClick={onBack}>
          <Icon name="back" />
        </IconButton>
      ) : null}
      <Box position="relative">
        <UserAvatar person={{ username, profileImageUrl }} size="sm" />
        {other ? <OnlineDot userId={other.id} /> : null}
      </Box>
      {/* In one pane the list and its heading are not shown. */}
      <Text as={onBack ? 'h2' : 'h3'} flex="1 1 5.5em" minW="0" textStyle="sm" fontWeight="semibold" truncate>
        {isGone ? username : <Link to={`/profile/${username}`}>{username}</Link>}
      </Text>
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
