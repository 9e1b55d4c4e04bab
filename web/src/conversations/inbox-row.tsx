import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { Conversation } from '@selvedge/shared/conversations';
import { relativeTime, truncate } from '@selvedge/shared/format';
import { PREVIEW_MAX, PREVIEW_TITLE_MAX } from '@selvedge/shared/limits';
import { imageVariant } from '@selvedge/shared/pictures';
import { memo } from 'react';
import { Icon } from '../ui/icon.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { itemOf, MESSAGE_REMOVED, otherOf, unsentText } from './item-of.ts';
import { OnlineDot } from './online-dot.tsx';
import { TypingPreview } from './typing-note.tsx';
import { useMessaging } from './use-messaging.ts';

interface InboxRowProps {
  conversation: Conversation;
  personId: string | null;
  isOpen: boolean;
  onOpen: (id: string) => void;
}

/** The menu shows where one points, and where nobody can point always; to the keyboard it is always there. */
const ON_DEMAND = {
  '@media (hover: hover)': {
    '& .row-menu': { opacity: 0 },
    '&:hover .row-menu, & .row-menu:focus-within, & .row-menu:has([data-state=open])': { opacity: 1 },
  },
} as const;

function preview({ lastMessage }: Conversation, personId: string | null): string {
  if (!lastMessage) return 'No messages yet';
  if (lastMessage.isRemoved) return MESSAGE_REMOVED;
  if (lastMessage.isUnsent) return unsentText(lastMessage.senderId === personId);
  const text = lastMessage.messageType === 'image' ? 'Photo' : lastMessage.content;
  return truncate(lastMessage.senderId === personId ? `You: ${text}` : text, PREVIEW_MAX);
}

/** What a row shows, which opens the conversation. */
function RowButton({ conversation, personId, isOpen, onOpen }: InboxRowProps) {
  const item = itemOf(conversation);
  const isUnread = !conversation.isRead;
  const other = otherOf(conversation, personId);
  const isTyping = useMessaging((s) => s.typing.includes(conversation.id));
  return (
    <chakra.button
      type="button"
      onClick={() => onOpen(conversation.id)}
      aria-current={isOpen ? 'true' : undefined}
      display="grid"
      gridTemplateColumns="44px minmax(0,1fr) auto"
      gap="3"
      alignItems="center"
      w="full"
      px="5"
      py="3.5"
      textAlign="start"
      cursor="pointer"
      borderBottomWidth="1px"
      borderColor="border.muted"
      _hover={{ bg: 'bg.subtle' }}
      css={{ '&[aria-current]': { bg: 'bg.muted', boxShadow: 'inset 3px 0 0 0 var(--s-colors-thread-600)' } }}
      focusVisibleRing="inside"
    >
      <Box position="relative">
        <Flex
          w="44px"
          h="58px"
          align="center"
          justify="center"
          bg="bg.emphasized"
          color="fg.muted"
          borderRadius="l1"
          overflow="hidden"
        >
          {item?.image ? (
            <chakra.img
              src={imageVariant(item.image, 320)}
              alt=""
              loading="lazy"
              w="full"
              h="full"
              objectFit="cover"
            />
          ) : (
            <Icon name="search" size={18} />
          )}
        </Flex>
        <OnlineDot userId={other.id} />
      </Box>
      <Box minW="0">
        <Flex align="center" gap="2">
          <Text textStyle="sm" fontWeight={isUnread ? 'bold' : 'medium'} truncate>
            {other.username}
          </Text>
          {[conversation.isWTB ? 'WTB' : null, item?.state ?? null].map((mark) =>
            mark ? (
              <Text key={mark} textStyle="2xs" color="fg.muted" borderWidth="1px" px="1" borderRadius="l1">
                {mark}
              </Text>
            ) : null,
          )}
        </Flex>
        <Text textStyle="xs" color="fg.muted" truncate>
          {item ? truncate(item.title, PREVIEW_TITLE_MAX) : ''}
        </Text>
        <Text
          textStyle="xs"
          color={isUnread ? 'fg' : 'fg.muted'}
          fontWeight={isUnread ? 'semibold' : 'normal'}
          truncate
        >
          {isTyping ? <TypingPreview /> : preview(conversation, personId)}
        </Text>
      </Box>
      <Flex gap="2" align="center" alignSelf="start" pt="0.5" color="fg.muted">
        {conversation.isMuted ? (
          <>
            <Icon name="muted" size={14} />
            <span className="sr">Muted</span>
          </>
        ) : null}
        {isUnread ? (
          <Box boxSize="9px" borderRadius="full" bg={{ base: 'thread.600', _dark: 'thread.500' }}>
            <span className="sr">Unread</span>
          </Box>
        ) : null}
        <Text textStyle="xs">
          {relativeTime(conversation.lastMessage?.createdAt ?? conversation.createdAt)}
        </Text>
      </Flex>
    </chakra.button>
  );
}

/** One conversation of the inbox, with what can be done with it. */
export const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  const { conversation, personId } = props;
  return (
    <Box position="relative" css={ON_DEMAND}>
      <RowButton {...props} />
      <Box className="row-menu" position="absolute" insetEnd="4" bottom="3.5">
        <ConversationMenu
          conversation={conversation}
          label={`Actions for the conversation with ${otherOf(conversation, personId).username}`}
        />
      </Box>
    </Box>
  );
});
