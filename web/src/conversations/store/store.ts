import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createConversationMerge, createLoadedConversations } from './inbox/conversations.ts';
import { shownInbox } from './inbox/inbox-list.ts';
import { createInboxes } from './inbox/inboxes.ts';
import { createItems } from './inbox/items.ts';
import { createReading } from './inbox/reading.ts';
import { createSearch } from './inbox/search.ts';
import { createDrafts } from './outbox/drafts.ts';
import { createEditing } from './outbox/editing.ts';
import { createOffering } from './outbox/offering.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createSending } from './outbox/sending.ts';
import { createCatchUp } from './session/catch-up.ts';
import { writeCache } from './session/local-cache.ts';
import { createMembers } from './session/members.ts';
import { onBehalfOf } from './session/on-behalf-of.ts';
import type { Ports } from './session/ports.ts';
import { createReconciler } from './session/reconciler.ts';
import { createSession } from './session/session.ts';
import { initialState, type MessagingState } from './state.ts';
import { createSelecting } from './threads/selecting.ts';
import { createThreads } from './threads/threads.ts';

export type Messaging = ReturnType<typeof createMessaging>;

/** Creates the parts of the view, each with the other parts it depends on. */
function createParts(store: StoreApi<MessagingState>, ports: Ports) {
  const { live, cache } = ports;
  const { getState: get } = store;
  const reconciler = createReconciler();
  const rest = onBehalfOf(ports.rest, () => get().personId);
  const mergeConversations = createConversationMerge(store);
  const base = { store, live, rest, cache, reconciler, mergeConversations };

  /** Requests everything that this view may have missed. */
  async function catchUp(): Promise<void> {
    if (shownInbox(get()).status === 'idle' || get().connection !== 'online') return;
    await missed.run();
  }
  const startCatchUp = () => void catchUp();

  const threads = createThreads({ ...base, catchUp: startCatchUp });
  const { receiveMessages, jumpToEnd } = threads;
  const loaded = createLoadedConversations(store, threads, mergeConversations);
  const inboxes = createInboxes({ ...base, ...loaded, catchUp: startCatchUp });
  const missed = createCatchUp({ ...base, ...loaded, ...threads });
  const { fetchConversations } = missed;
  const drafts = createDrafts(store, ports.drafts);
  const selecting = createSelecting({ ...base, drafts, threads, fetchConversations });
  const outbox = createOutbox({ ports, store, receiveMessages });
  const reading = createReading(base);
  return {
    ...{ reconciler, threads, inboxes, drafts, selecting, outbox, reading, catchUp, fetchConversations },
    mergeFromEvent: loaded.mergeFromEvent,
    sending: createSending({ ...base, outbox, drafts, select: selecting.select, jumpToEnd }),
    editing: createEditing({ store, ports, receiveMessages }),
    offering: createOffering({ ...base, ...threads, fetchConversations }),
    search: createSearch(store, rest),
    items: createItems({ store, mergeFetched: loaded.mergeFetched, fetchConversations }),
    people: createMembers(store, mergeConversations, fetchConversations),
    session: createSession({
      ...{ store, ports, outbox },
      stop() {
        reading.stop();
        threads.clearThreads();
      },
    }),
  };
}
type Parts = ReturnType<typeof createParts>;

/** What a connection brings and its loss stops. */
const connectionActions = (
  { getState: get, setState: set }: StoreApi<MessagingState>,
  { live }: Ports,
  { outbox, inboxes, selecting, catchUp }: Parts,
) => ({
  goOnline(isPolled = false): void {
    set({ connection: 'online', isPolled });
    outbox.resumeSending();
    const { personId, selection } = get();
    // A closed tab may have left outgoing messages.
    if (personId) void outbox.restoreOutbox(personId);
    inboxes.reloadInboxes();
    if (selection?.kind === 'conversation') void selecting.openConversation(selection.id);
    void catchUp();
  },

  goOffline(): void {
    set({ connection: 'connecting', isPolled: false });
    outbox.pauseSending();
  },

  catchUp,

  /** Called periodically, in case an event was lost. */
  checkMissed(): void {
    // Before the inbox is first opened, nothing else updates the number of unread conversations.
    live.emit('unread:count', {});
    void catchUp();
  },
});

/** What the server's events change. */
const eventActions = ({ reconciler: { applying }, mergeFromEvent, ...parts }: Parts) => ({
  receiveMessage({ message, conversation }: EventPayload<'message:new'>): void {
    mergeFromEvent(conversation);
    parts.outbox.confirmStored(message.clientId);
    parts.threads.receiveMessages(message.conversationId, [message]);
  },

  /** A message was edited or unsent by its sender, or removed by an admin. */
  receiveChangedMessage({ message, conversation }: EventPayload<'message:changed'>): void {
    mergeFromEvent(conversation);
    parts.threads.receiveMessages(conversation.id, [message]);
    parts.threads.checkThread(conversation.id);
  },

  /** A conversation was archived or muted, in this tab or another. */
  receiveConversation: applying(({ conversation }: EventPayload<'conversation:changed'>) =>
    mergeFromEvent(conversation),
  ),
  receiveListing: applying(parts.items.receiveListing),
  markListingRemoved: applying(parts.items.markListingRemoved),
  receiveWanted: applying(parts.items.receiveWanted),
  markWantedRemoved: applying(parts.items.markWantedRemoved),
  receiveBlock: applying(parts.people.receiveBlock),
  markMemberDeleted: applying(parts.people.markMemberDeleted),
  receiveReadCursor: parts.reading.receiveReadCursor,
  receiveUnreadCount: parts.reading.receiveUnreadCount,
});

/** What the member does in the panel. */
const memberActions = (
  { setState: set }: StoreApi<MessagingState>,
  { inboxes, search, threads, selecting, drafts, sending, outbox, editing, offering, reading }: Parts,
) => ({
  openInbox: inboxes.openInbox,
  loadMoreConversations: inboxes.loadMoreConversations,
  chooseFilter: inboxes.chooseFilter,
  arrangeConversation: inboxes.arrangeConversation,
  ...search,

  /** Closes the panel: next time it opens with the unfiltered inbox. */
  closePanel(): void {
    search.changeSearchTerm('');
    set({ filter: 'all' });
    void selecting.select(null);
  },

  select: selecting.select,
  selectTarget: selecting.selectTarget,
  openHit: selecting.openHit,

  jumpToEnd: threads.jumpToEnd,
  loadNewerMessages: threads.loadNewerMessages,
  loadOlderMessages: threads.loadOlderMessages,
  trimThread: threads.trimThread,
  markEndSeen: reading.markEndSeen,

  changeDraft: drafts.changeDraft,
  receiveDraft: drafts.receiveDraft,
  ...sending,
  resendMessage: outbox.resendMessage,
  discardMessage: outbox.discardMessage,
  countOutgoing: outbox.countOutgoing,
  ...editing,
  ...offering,
});

/**
 * A member's live conversations: their state, and every action that changes it. Free of React and the browser;
 * everything outside comes in as ports. The server's database is authoritative; this view may lag behind and
 * catches up by `seq`.
 */
export function createMessaging(ports: Ports) {
  const store: StoreApi<MessagingState> = createStore(() => initialState);
  const parts = createParts(store, ports);
  writeCache(store, ports.cache);
  return {
    store,
    ...parts.session,
    ...connectionActions(store, ports, parts),
    ...eventActions(parts),
    ...memberActions(store, parts),
    fetchConversations: parts.fetchConversations,
  };
}
