import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { type ComponentProps, useMemo } from 'react';
import { Virtuoso } from 'react-virtuoso';
import { Icon } from '../ui/icon.tsx';
import { InboxRow } from './inbox-row.tsx';
import { inboxOrder } from './merge.ts';
import { messaging } from './messaging.ts';
import { useMessaging } from './use-messaging.ts';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e'];

// A list to screen readers, too, though only what is in sight is drawn.
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

function Empty() {
  return (
    <Flex direction="column" align="center" textAlign="center" gap="2" px="8" py="16" color="fg.muted">
      <Icon name="message" size={28} />
      <Text fontWeight="semibold" color="fg">
        No messages yet
      </Text>
      <Text textStyle="sm">
        When you write to a seller, or somebody writes to you, you will find it here.
      </Text>
    </Flex>
  );
}

/** The list of conversations, the newest message first. */
export function Inbox({ onOpen }: { onOpen: (id: string) => void }) {
  const inbox = useMessaging((s) => s.inbox);
  const personId = useMessaging((s) => s.personId);
  const openId = useMessaging((s) => (s.selection?.kind === 'conversation' ? s.selection.id : null));
  const held = useMessaging((s) => s.conversations);
  const conversations = useMemo(() => inboxOrder(held), [held]);

  if (inbox.status === 'failed') {
    return (
      <Flex direction="column" align="center" gap="3" px="8" py="16" textAlign="center" role="alert">
        <Text color="fg.muted">{inbox.problem.message}</Text>
        <Button variant="outline" size="sm" onClick={() => void messaging.inboxOpened()}>
          Try again
        </Button>
      </Flex>
    );
  }
  if (inbox.status !== 'ready') return <Loading />;
  if (conversations.length === 0) return <Empty />;
  return (
    <Virtuoso
      style={{ height: '100%' }}
      data={conversations}
      components={COMPONENTS}
      computeItemKey={(_, conversation) => conversation.id}
      endReached={() => void messaging.inboxEndReached()}
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
