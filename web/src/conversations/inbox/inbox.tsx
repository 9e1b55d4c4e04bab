import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { InboxFilter } from '@selvedge/shared/conversations/inbox';
import { type ComponentProps, useMemo } from 'react';
import { Virtuoso } from 'react-virtuoso';
import { Icon } from '../../ui/icon.tsx';
import { listOf, shownInbox } from '../store/inbox/inbox-list.ts';
import { messaging } from '../store/messaging.ts';
import { useMessaging } from '../use-messaging.ts';
import { InboxRow } from './inbox-row.tsx';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e'];

// Marked up as a list for screen readers, although only the visible rows are rendered.
const COMPONENTS = {
  List: (props: ComponentProps<'ul'>) => <ul aria-label="Conversations" {...props} />,
  Item: ({ item: _, ...props }: ComponentProps<'li'> & { item: unknown }) => <li {...props} />,
};

function Loading() {
  return (
    <Box aria-busy="true" role="status" aria-label="Loading conversations">
      {PLACEHOLDERS.map((key) => (
        <Flex
          key={key}
          gap="3"
          px="5"
          py="3.5"
          borderBottomWidth="1px"
          borderColor="border.muted"
          aria-hidden
        >
          <div className="sk" style={{ width: 44, height: 58 }} />
          <Box flex="1" pt="1">
            <div className="sk" style={{ height: 12, width: '40%' }} />
            <div className="sk" style={{ height: 10, width: '70%', marginTop: 8 }} />
            <div className="sk" style={{ height: 10, width: '80%', marginTop: 8 }} />
          </Box>
        </Flex>
      ))}
    </Box>
  );
}

const EMPTY: Record<InboxFilter, [title: string, text: string]> = {
  all: ['No messages yet', "When you message a seller, or someone messages you, you'll find it here."],
  unread: ['No unread messages', "You've read all your messages."],
  'needs-reply': ['No one is waiting for a reply', 'Conversations that need your reply appear here.'],
  buying: ['Not buying anything yet', 'Conversations about items you want to buy appear here.'],
  selling: [
    'Not selling anything yet',
    "When someone messages you about one of your items, you'll find it here.",
  ],
  wtb: ['No WTB conversations', 'Conversations about Want-to-Buy requests, yours and others’, appear here.'],
  archived: ['No archived conversations', 'Archived conversations stay here until a new message arrives.'],
};

function Empty({ filter }: { filter: InboxFilter }) {
  const [title, text] = EMPTY[filter];
  return (
    <Flex direction="column" align="center" textAlign="center" gap="2" px="8" py="16" color="fg.muted">
      <Icon name={filter === 'archived' ? 'archive' : 'message'} size={28} />
      <Text fontWeight="semibold" color="fg">
        {title}
      </Text>
      <Text textStyle="sm">{text}</Text>
    </Flex>
  );
}

/** The conversations of the selected filter, newest message first. */
export function Inbox({ onOpen }: { onOpen: (id: string) => void }) {
  const filter = useMessaging((s) => s.filter);
  const inbox = useMessaging(shownInbox);
  const personId = useMessaging((s) => s.personId);
  const openId = useMessaging((s) => (s.selection?.kind === 'conversation' ? s.selection.id : null));
  const loaded = useMessaging((s) => s.conversations);
  const conversations = useMemo(
    () => listOf(filter, inbox, loaded, personId),
    [filter, inbox, loaded, personId],
  );

  if (inbox.status === 'failed') {
    return (
      <Flex direction="column" align="center" gap="3" px="8" py="16" textAlign="center" role="alert">
        <Text color="fg.muted">{inbox.problem.message}</Text>
        <Button variant="outline" size="sm" onClick={() => void messaging.openInbox()}>
          Try Again
        </Button>
      </Flex>
    );
  }
  if (inbox.status !== 'ready') return <Loading />;
  // While there are more pages, an empty list still renders: its end is immediately visible, which loads the
  // next page.
  if (conversations.length === 0 && inbox.next === null) return <Empty filter={filter} />;
  return (
    <Virtuoso
      key={filter}
      style={{ height: '100%' }}
      data={conversations}
      components={COMPONENTS}
      computeItemKey={(_, conversation) => conversation.id}
      endReached={() => void messaging.loadMoreConversations()}
      itemContent={(_, conversation) => (
        <InboxRow
          conversation={conversation}
          personId={personId}
          isOpen={conversation.id === openId}
          onOpen={onOpen}
        />
      )}
    />
  );
}
