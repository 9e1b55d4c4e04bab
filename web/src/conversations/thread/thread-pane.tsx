import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { useMemo } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import { messaging } from '../store/messaging.ts';
import { useMessaging } from '../use-messaging.ts';
import { useItemEvents } from './item-events.ts';
import { itemOf, otherOf } from './item-of.ts';
import { NewPane } from './new-pane.tsx';
import { Thread } from './thread.tsx';
import { EmptyThread, type PaneProps, ThreadFrame } from './thread-frame.tsx';
import { threadItems } from './thread-items.ts';

interface ThreadBodyProps {
  id: string;
  /** Undefined until it has loaded. */
  conversation: Conversation | undefined;
  label: string;
}

function ThreadBody({ id, conversation, label }: ThreadBodyProps) {
  const events = useItemEvents(conversation);
  const thread = useMessaging((s) => s.threads[id]);
  const outbox = useMessaging((s) => s.outbox);
  const personId = useMessaging((s) => s.personId);
  const target = useMessaging((s) => (s.target?.conversationId === id ? s.target : null));
  const hasNewer = thread?.status === 'ready' && thread.hasNewer === true;
  const items = useMemo(() => {
    // Outgoing messages belong at the end of the thread, which a window does not include.
    const outgoing = hasNewer ? [] : outbox.filter((one) => one.conversationId === id);
    return threadItems(thread?.status === 'ready' ? thread.messages : [], outgoing, personId);
  }, [thread, hasNewer, outbox, personId, id]);

  if (thread?.status === 'failed') {
    return (
      <Flex
        h="full"
        direction="column"
        align="center"
        justify="center"
        gap="3"
        role="alert"
        textAlign="center"
        px="6"
      >
        <Text color="fg.muted">{thread.problem.message}</Text>
        <Button
          size="sm"
          variant="outline"
          onClick={() => void messaging.select({ kind: 'conversation', id })}
        >
          Try Again
        </Button>
      </Flex>
    );
  }
  if (thread?.status !== 'ready' || !conversation) {
    return (
      <Flex h="full" align="center" justify="center">
        <Loading label="Loading messages" />
      </Flex>
    );
  }
  if (items.length === 0) return <EmptyThread />;
  const { readSeq, otherReadSeq, otherDeliveredSeq } = conversation;
  return (
    <Thread
      // A new key for each search hit: the list starts over, at that message.
      key={`${id}/${target?.n ?? 0}`}
      conversationId={id}
      items={items}
      events={events}
      hasOlder={thread.hasOlder}
      hasNewer={hasNewer}
      targetSeq={target?.seq ?? null}
      readSeq={readSeq}
      otherReadSeq={otherReadSeq}
      otherDeliveredSeq={otherDeliveredSeq}
      label={label}
    />
  );
}

function ConversationPane({ id, ...pane }: PaneProps & { id: string }) {
  const conversation = useMessaging((s) => s.conversations[id]);
  const personId = useMessaging((s) => s.personId);
  const isClosed = useMessaging((s) => s.threads[id]?.status === 'failed');
  const other = conversation && otherOf(conversation, personId);
  return (
    <ThreadFrame
      {...pane}
      selection={{ kind: 'conversation', id }}
      other={other}
      item={conversation ? itemOf(conversation) : null}
      conversation={conversation}
      isClosed={isClosed}
    >
      <ThreadBody
        id={id}
        conversation={conversation}
        label={`Conversation with ${other?.username ?? 'this person'}`}
      />
    </ThreadFrame>
  );
}

/** The right side of the messages panel. */
export function ThreadPane(pane: PaneProps) {
  const selection = useMessaging((s) => s.selection);
  if (selection?.kind === 'conversation') return <ConversationPane {...pane} id={selection.id} />;
  if (selection?.kind === 'new') return <NewPane {...pane} target={selection.target} />;
  return (
    <Flex
      h="full"
      direction="column"
      align="center"
      justify="center"
      gap="2"
      color="fg.muted"
      position="relative"
    >
      <Box position="absolute" top="3" right="3">
        {pane.close}
      </Box>
      <Icon name="message" size={28} />
      <Text textStyle="sm">Please select a conversation to send a message or an image.</Text>
    </Flex>
  );
}
