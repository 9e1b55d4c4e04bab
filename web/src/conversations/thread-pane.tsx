import { Box, Button, Flex, Spinner, Text } from '@chakra-ui/react';
import type { Problem } from '@selvedge/shared/errors';
import { formatPrice } from '@selvedge/shared/format';
import type { Listing } from '@selvedge/shared/listings';
import type { Wanted } from '@selvedge/shared/wanted';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '../lib/api.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.ts';
import { Composer } from './composer.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { startFailure } from './errors.ts';
import { itemOf, otherOf, type TalkItem } from './item-of.ts';
import { messaging } from './messaging.ts';
import type { NewTarget, Selection } from './state.ts';
import { draftKey } from './store.ts';
import { Thread } from './thread.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { threadItems } from './thread-items.ts';
import { useMessaging } from './use-messaging.ts';

interface PaneProps {
  onBack?: (() => void) | undefined;
  close: ReactNode;
}

/** The composer of what is selected; its draft lives in the store. */
function SelectedComposer({ selection }: { selection: NonNullable<Selection> }) {
  const key = draftKey(selection);
  const text = useMessaging((s) => s.drafts[key] ?? '');
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const send = async () => {
    setSending(true);
    setError(null);
    try {
      if (await messaging.textSent(text)) toast.success('Conversation started! Check your messages.');
    } catch (problem) {
      setError(startFailure(problem as Problem));
    } finally {
      setSending(false);
    }
  };

  return (
    <Composer
      key={key}
      text={text}
      isSending={isSending}
      error={error}
      onType={(typed) => messaging.textTyped(key, typed)}
      onSend={() => void send()}
    />
  );
}

function ThreadBody({ id, label, otherReadSeq }: { id: string; label: string; otherReadSeq: number }) {
  const thread = useMessaging((s) => s.threads[id]);
  const outbox = useMessaging((s) => s.outbox);
  const personId = useMessaging((s) => s.personId);
  const items = useMemo(() => {
    const waiting = outbox.filter((pending) => pending.conversationId === id);
    return threadItems(thread?.status === 'ready' ? thread.messages : [], waiting, personId);
  }, [thread, outbox, personId, id]);

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
          onClick={() => void messaging.selected({ kind: 'conversation', id })}
        >
          Try again
        </Button>
      </Flex>
    );
  }
  if (thread?.status !== 'ready') {
    return (
      <Flex h="full" align="center" justify="center">
        <Spinner aria-label="Loading messages" />
      </Flex>
    );
  }
  if (items.length === 0) return <FirstWords />;
  return <Thread key={id} conversationId={id} items={items} otherReadSeq={otherReadSeq} label={label} />;
}

function FirstWords() {
  return (
    <Flex
      h="full"
      direction="column"
      align="center"
      justify="center"
      gap="2"
      px="8"
      textAlign="center"
      color="fg.muted"
    >
      <Icon name="message" size={28} />
      <Text textStyle="sm" maxW="34ch">
        Ask about fit, condition or shipping. Agree the price here, and pay with a buyer-protected service.
      </Text>
    </Flex>
  );
}

const frame = (header: ReactNode, body: ReactNode, selection: NonNullable<Selection>) => (
  <Flex direction="column" h="full" minH="0" minW="0">
    {header}
    <ConnectionNotice />
    <Box flex="1" minH="0">
      {body}
    </Box>
    <SelectedComposer selection={selection} />
  </Flex>
);

function ConversationPane({ id, onBack, close }: PaneProps & { id: string }) {
  const conversation = useMessaging((s) => s.conversations[id]);
  const personId = useMessaging((s) => s.personId);
  const other = conversation && otherOf(conversation, personId);
  const header = (
    <ThreadHeader
      username={other?.username ?? ''}
      profileImageUrl={other?.profileImageUrl ?? null}
      item={conversation ? itemOf(conversation) : null}
      onBack={onBack}
      close={close}
    />
  );
  const label = `Conversation with ${other?.username ?? 'this person'}`;
  const body = <ThreadBody id={id} label={label} otherReadSeq={conversation?.otherReadSeq ?? 0} />;
  return frame(header, body, { kind: 'conversation', id });
}

interface TargetFacts {
  username: string;
  profileImageUrl: string | null;
  item: TalkItem;
}

async function loadTarget({ listingId, wtbListingId }: NewTarget): Promise<TargetFacts> {
  if (listingId) {
    const listing = await api<Listing>('GET', `/api/listings/${listingId}`);
    const item = itemOf({ listing: { ...listing, isRemoved: false }, wtbListing: null });
    return { ...listing.seller, item: item as TalkItem };
  }
  const wanted = await api<Wanted>('GET', `/api/wtb-listings/${wtbListingId}`);
  return {
    ...wanted.buyer,
    item: {
      title: wanted.title,
      brand: wanted.brand,
      price: `Up to ${formatPrice(wanted.maxPrice)}`,
      isReduced: false,
      image: null,
      href: `/wtb/${wanted.id}`,
      state: null,
    },
  };
}

/** Before the first message there is no conversation, only the item and the person. */
function NewPane({ target, onBack, close }: PaneProps & { target: NewTarget }) {
  const { data } = useQuery({
    queryKey: ['talk-target', target.listingId, target.wtbListingId],
    queryFn: () => loadTarget(target),
  });
  const header = (
    <ThreadHeader
      username={data?.username ?? ''}
      profileImageUrl={data?.profileImageUrl ?? null}
      item={data?.item ?? null}
      onBack={onBack}
      close={close}
    />
  );
  return frame(header, <FirstWords />, { kind: 'new', target });
}

/** The right side of the messages panel. */
export function ThreadPane({ onBack, close }: PaneProps) {
  const selection = useMessaging((s) => s.selection);
  if (selection?.kind === 'conversation')
    return <ConversationPane id={selection.id} onBack={onBack} close={close} />;
  if (selection?.kind === 'new') return <NewPane target={selection.target} onBack={onBack} close={close} />;
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
        {close}
      </Box>
      <Icon name="message" size={28} />
      <Text textStyle="sm">Choose a conversation</Text>
    </Flex>
  );
}
