import { Box, Dialog, Flex, Grid, Heading, IconButton, useBreakpointValue } from '@chakra-ui/react';
import { useEffect } from 'react';
import type { NewTarget } from '../lib/new-target.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Inbox } from './inbox/inbox.tsx';
import { InboxFilters } from './inbox/inbox-filters.tsx';
import { SearchField, SearchResults } from './inbox/message-search.tsx';
import { MessageAnnouncer } from './message-announcer.tsx';
import { messaging } from './store/messaging.ts';
import { ThreadPane } from './thread/thread-pane.tsx';
import { warmUp } from './thread/warnings.ts';
import { useMessaging } from './use-messaging.ts';

warmUp();

interface MessagesDialogProps {
  /** The conversation in the URL. */
  conversationId: string | null;
  /** The item to write the first message about. */
  target: NewTarget | null;
  /** The initial text of that message. */
  initialText?: string | undefined;
  /** A conversation was selected or closed: updates the URL. */
  onChoose: (conversationId: string | null) => void;
  /** The item already has a conversation, whose URL replaces the current one. */
  onFound: (conversationId: string) => void;
  onClose: () => void;
}

const closeButton = (
  <Dialog.CloseTrigger asChild position="static">
    <IconButton variant="ghost" aria-label="Close messages">
      <Icon name="x" />
    </IconButton>
  </Dialog.CloseTrigger>
);

function ListPane({ onOpen, close }: { onOpen: (id: string) => void; close: React.ReactNode }) {
  const isSearch = useMessaging((s) => s.search.term !== '');
  return (
    <Flex direction="column" h="full" minH="0" borderEndWidth={{ md: '1px' }}>
      <Flex h="16" px="5" align="center" justify="space-between" flexShrink={0} borderBottomWidth="1px">
        <Dialog.Title asChild>
          <Heading as="h2" size="lg">
            Messages
          </Heading>
        </Dialog.Title>
        {close}
      </Flex>
      <SearchField />
      {isSearch ? null : <InboxFilters />}
      <Box flex="1" minH="0" overflowY="auto">
        {isSearch ? <SearchResults onOpen={onOpen} /> : <Inbox onOpen={onOpen} />}
      </Box>
    </Flex>
  );
}

/**
 * Escape ends editing, else closes the form for an offer, else leaves the search, else closes the panel.
 * @returns whether it did one of the first three
 */
function handleEscape(): boolean {
  const { editing, isOffering, search } = messaging.store.getState();
  if (editing) messaging.stopEditing();
  else if (isOffering) messaging.closeOfferForm();
  else if (search.term !== '') messaging.changeSearchTerm('');
  else return false;
  return true;
}

/** The messages panel: list and thread side by side, or one of them in a narrow window. */
export default function MessagesDialog(props: MessagesDialogProps) {
  const { conversationId, target, initialText, onChoose, onFound, onClose } = props;
  const isNarrow = useBreakpointValue({ base: true, md: false }, { ssr: false });
  const selection = useMessaging((s) => s.selection);

  useEffect(() => {
    void messaging.openInbox();
    return () => messaging.closePanel();
  }, []);

  useEffect(() => {
    if (conversationId) void messaging.select({ kind: 'conversation', id: conversationId });
    else if (target) void messaging.selectTarget(target, initialText);
    else void messaging.select(null);
  }, [conversationId, target, initialText]);

  // Once the item has a conversation, perhaps started by the first message, the URL changes to it.
  const selectedId = selection?.kind === 'conversation' ? selection.id : null;
  useEffect(() => {
    if (selectedId && selectedId !== conversationId && target) onFound(selectedId);
  }, [selectedId, conversationId, target, onFound]);

  const list = <ListPane onOpen={onChoose} close={isNarrow ? closeButton : null} />;
  const thread = <ThreadPane onBack={isNarrow ? () => onChoose(null) : undefined} close={closeButton} />;
  return (
    <DialogFrame size="wide" label="Messages" hasOwnUrl onClose={onClose} onEscape={handleEscape}>
      <MessageAnnouncer />
      {/* One grid at all widths: rotating a phone keeps the thread mounted, with its scroll position and errors. */}
      <Grid
        templateColumns={
          isNarrow ? 'minmax(0,1fr)' : { md: '340px minmax(0,1fr)', lg: '470px minmax(0,1fr)' }
        }
        templateRows="minmax(0,1fr)"
        h={isNarrow ? '100dvh' : 'full'}
        minH="0"
      >
        {isNarrow && selection ? null : list}
        {isNarrow && !selection ? null : thread}
      </Grid>
    </DialogFrame>
  );
}
