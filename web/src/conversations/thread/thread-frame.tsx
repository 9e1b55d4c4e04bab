import { Box, Flex, Text } from '@chakra-ui/react';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { Person } from '@selvedge/shared/members/users';
import type { Problem } from '@selvedge/shared/platform/errors';
import { type ReactNode, useState } from 'react';
import { instance } from '../../lib/instance.ts';
import { sendNamed } from '../../lib/session/username-question.ts';
import { BlockedNote } from '../../safety/blocked-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.ts';
import { Composer } from '../composer/composer.tsx';
import { EditComposer } from '../composer/edit-composer.tsx';
import { sortPhotos } from '../composer/photo-errors.ts';
import { usePhotoFiles } from '../composer/use-photo-files.ts';
import { ConnectionNotice } from '../connection-notice.tsx';
import { messaging, typing } from '../store/messaging.ts';
import { startFailure } from '../store/outbox/failure-texts.ts';
import { draftKey, type Selection } from '../store/state.ts';
import { useMessaging } from '../use-messaging.ts';
import type { ConversationItem } from './item-of.ts';
import { ItemStrip } from './item-strip.tsx';
import { OfferFormOf } from './offer-form-of.tsx';
import { AskForProof } from './proof-request.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { ThreadHold } from './thread-hold.tsx';
import { ThreadMenu } from './thread-menu.tsx';
import { TypingNote } from './typing-note.tsx';

/** Props that the panel passes to both kinds of thread pane. */
export interface PaneProps {
  /** Set when list and thread share one pane. */
  onBack?: (() => void) | undefined;
  close: ReactNode;
}

interface SelectedComposerProps {
  selection: NonNullable<Selection>;
  /** Undefined before the first message. */
  conversation: Conversation | undefined;
}

/**
 * The composer for the selection; its draft is in the store. Give each selection its own `key`, so that
 * errors reset.
 */
function SelectedComposer({ selection, conversation }: SelectedComposerProps) {
  const key = draftKey(selection);
  const text = useMessaging((s) => s.drafts[key] ?? '');
  const editing = useMessaging((s) => s.editing);
  const isOffering = useMessaging((s) => s.isOffering);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [added, setAdded] = useState<readonly File[]>([]);

  const fail = (failure: string | null) => {
    setError(failure);
    if (failure) toast.error('Error', failure);
  };
  const start = async (sent: () => Promise<boolean>, refusal: string | null = null) => {
    setSending(true);
    fail(refusal);
    try {
      const isStarted = await sent();
      // The conversation has a composer of its own, which does not know about this error.
      if (refusal && selection.kind === 'new') toast.error('Error', refusal);
      else if (isStarted) toast.success('Conversation started! Check your messages.');
    } catch (problem) {
      const isWTB = selection.kind === 'new' && selection.target.wtbListingId !== null;
      fail(startFailure(problem as Problem, isWTB));
    } finally {
      setSending(false);
    }
  };
  const sendChosen = async (good: File[], refusal: string | null) => {
    const isSent = await sendNamed(() => start(() => messaging.sendPhotos(good), refusal));
    if (!isSent) setAdded((now) => [...now, ...good]);
  };
  // Sends the valid files even if others are invalid.
  const choose = (files: File[]) => {
    const { good, refusal } = sortPhotos(files);
    if (good.length === 0) fail(refusal);
    else void sendChosen(good, refusal);
  };
  // A slip of the hand pastes or drops a photo: it is only sent with Send.
  const add = (files: File[]) => {
    const { good, refusal } = sortPhotos(files);
    fail(refusal);
    setAdded((now) => [...now, ...good]);
  };
  const send = async () => {
    const isStarted = added.length > 0 && (await messaging.sendPhotos(added));
    setAdded((now) => now.filter((one) => !added.includes(one)));
    return (await messaging.sendMessage(text)) || isStarted;
  };
  const isOver = usePhotoFiles(add);
  if (editing) return <EditComposer key={editing.id} message={editing} />;
  if (isOffering && conversation) return <OfferFormOf conversation={conversation} />;
  return (
    <>
      {isOver ? <div className="drop-veil">Drop photos to add them</div> : null}
      <Composer
        text={text}
        isSending={isSending}
        error={error}
        alwaysFocuses={selection.kind === 'new'}
        menu={conversation ? <ThreadMenu conversation={conversation} /> : null}
        onType={(typed) => messaging.changeDraft(key, typed)}
        onSend={() => void sendNamed(() => start(send))}
        onPhotos={choose}
        added={added}
        onRemove={(photo) => setAdded(added.filter((one) => one !== photo))}
        onLeave={typing.stop}
        onUp={messaging.startEditingLast}
      />
    </>
  );
}

/** Shown before the first message. */
export function EmptyThread() {
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
        Ask about fit, condition or shipping. Agree on a price here, and pay with a buyer-protected service.
      </Text>
    </Flex>
  );
}

/** Replaces the composer in conversations where no one would read a message. */
const ClosedNote = ({ text }: { text: string }) => (
  <Text flexShrink={0} borderTopWidth="1px" px="5" py="4" textStyle="sm" color="fg.muted" role="status">
    {text}
  </Text>
);

interface ThreadFrameProps extends PaneProps {
  selection: NonNullable<Selection>;
  /** The other member, once known. */
  other: Person | undefined;
  item: ConversationItem | null;
  /** Undefined before the first message. */
  conversation?: Conversation | undefined;
  /** The thread could not be fetched, so a message would not appear. */
  isClosed?: boolean;
  children: ReactNode;
}

/** The frame of a thread: the other member and the item, the messages, and the composer. */
export function ThreadFrame({
  selection,
  other,
  item,
  conversation,
  isClosed = false,
  onBack,
  close,
  children,
}: ThreadFrameProps) {
  const isGone = other?.isDeleted === true;
  const block = conversation?.block ?? null;
  const listing = conversation?.listing;
  return (
    <Flex direction="column" h="full" minH="0" minW="0" position="relative">
      <ThreadHeader
        conversation={conversation}
        other={other}
        isBlocked={block === 'mine'}
        onBack={onBack}
        close={close}
      />
      {item ? <ItemStrip item={item} /> : null}
      {conversation && listing?.isOnHold && instance.features.holds ? (
        <ThreadHold conversation={conversation} listing={listing} />
      ) : null}
      <ConnectionNotice />
      <Box flex="1" minH="0">
        {children}
      </Box>
      {isGone ? <ClosedNote text="This account was deleted. You can still read the conversation." /> : null}
      {block === 'theirs' && !isGone ? <ClosedNote text="You can't message this person." /> : null}
      {block === 'mine' && other && !isGone ? (
        <Box flexShrink={0} borderTopWidth="1px">
          <BlockedNote person={other} />
        </Box>
      ) : null}
      {isGone || block || isClosed ? null : (
        <>
          {conversation ? <AskForProof conversation={conversation} /> : null}
          <TypingNote selection={selection} name={other?.username ?? ''} />
          <SelectedComposer key={draftKey(selection)} selection={selection} conversation={conversation} />
        </>
      )}
    </Flex>
  );
}
