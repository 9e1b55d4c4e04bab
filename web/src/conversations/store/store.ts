import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { writeCache } from './cache-writer.ts';
import { createCatchUp } from './catch-up.ts';
import { createDelivery } from './delivery.ts';
import { createDrafts } from './drafts.ts';
import { createEditing } from './editing.ts';
import { shownInbox } from './inbox-list.ts';
import { createInboxes } from './inboxes.ts';
import { createItems } from './items.ts';
import { createLoadedConversations, mergeConversations } from './loaded-conversations.ts';
import { createOffering } from './offering.ts';
import { onBehalfOf } from './on-behalf-of.ts';
import { createPeople } from './people.ts';
import type { Ports } from './ports.ts';
import { createReadReceipts } from './read-receipts.ts';
import { createReads } from './reads.ts';
import { createSearch } from './search.ts';
import { createSelecting } from './selecting.ts';
import { createSending } from './sending.ts';
import { createSignIns } from './sign-ins.ts';
import { initialState, type MessagingState } from './state.ts';
import { createThreads } from './threads.ts';

export type Messaging = ReturnType<typeof createMessaging>;

/** Creates the parts of the view, each with the other parts it depends on. */
function createParts(store: StoreApi<MessagingState>, ports: Ports) {
  const { live, cache } = ports;
  const { getState: get, setState: set } = store;
  const reads = createReads();
  const rest = onBehalfOf(ports.rest, () => get().personId);
  const drafts = createDrafts(store, ports.drafts);
  const received = mergeConversations(store);

  /** Requests everything that this view may have missed. */
  async function caughtUp(): Promise<void> {
    if (shownInbox(get()).status === 'idle' || get().connection !== 'online') return;
    await catchUp.run();
  }
  const onBehind = () => void caughtUp();

  const threads = createThreads({ store, rest, cache, onBehind });
  const { fetched, announced, rolledBack } = createLoadedConversations(store, threads, received);
  const inboxes = createInboxes({ store, rest, cache, reads, received, fetched, onLoaded: onBehind });
  const catchUp = createCatchUp({ store, live, reads, received, rolledBack, fetched, ...threads });
  const editing = createEditing({ store, ports, arrived: threads.arrived });
  const delivery = createDelivery({
    ports,
    outbox: { get: () => get().outbox, set: (outbox) => set({ outbox }) },
    personId: () => get().personId,
    onSent: (message) => threads.arrived(message.conversationId, [message]),
  });
  const receipts = createReadReceipts({ store, live, received });
  const { fetchConversations } = catchUp;
  const items = createItems({ store, received: fetched, fetchConversations });
  const selecting = createSelecting({ store, rest, reads, drafts, threads, received, fetchConversations });
  const offering = createOffering({ store, live, rest, reads, received, fetchConversations, ...threads });
  const sending = createSending({
    ...{ store, rest, reads, delivery, drafts, received },
    selected: selecting.selected,
    jumpToEnd: threads.jumpToEnd,
  });
  const search = createSearch(store, rest);
  const people = createPeople(store, received, fetchConversations);
  const signIns = createSignIns({
    ...{ store, ports, delivery },
    stop() {
      receipts.stop();
      threads.forgotten();
    },
  });
  return {
    ...{
      reads,
      drafts,
      announced,
      caughtUp,
      threads,
      items,
      inboxes,
      editing,
      delivery,
      receipts,
      selecting,
      sending,
    },
    ...{ search, people, signIns, offering, fetchConversations },
  };
}
type Parts = ReturnType<typeof createParts>;

/** Handlers for changes of the connection. */
const connectionEvents = (
  { getState: get, setState: set }: StoreApi<MessagingState>,
  { live }: Ports,
  { delivery, inboxes, selecting, caughtUp }: Parts,
) => ({
  connected(isPolled = false): void {
    set({ connection: 'online', isPolled });
    delivery.resume();
    const { personId, selection } = get();
    // A closed tab may have left unsent messages.
    if (personId) void delivery.restore(personId);
    inboxes.connected();
    if (selection?.kind === 'conversation') void selecting.opened(selection.id);
    void caughtUp();
  },

  connectionLost(): void {
    set({ connection: 'connecting', isPolled: false });
    delivery.pause();
  },

  caughtUp,

  /** Called periodically, in case an event was lost. */
  checked(): void {
    // Before the inbox is first opened, nothing else updates the number of unread conversations.
    live.emit('unread:count', {});
    void caughtUp();
  },
});

/** Handlers for the server's events about messages and conversations. */
const messageEvents = ({ reads, announced, delivery, threads }: Parts) => ({
  messageArrived({ message, conversation }: EventPayload<'message:new'>): void {
    announced(conversation);
    delivery.confirm(message.clientId);
    threads.arrived(message.conversationId, [message]);
  },

  /** A message was edited or unsent by its sender, or removed by an admin. */
  messageChanged({ message, conversation }: EventPayload<'message:changed'>): void {
    announced(conversation);
    threads.arrived(conversation.id, [message]);
    threads.checked(conversation.id);
  },

  /** A conversation was archived or muted, in this tab or another. */
  conversationChanged: reads.changing(({ conversation }: EventPayload<'conversation:changed'>) =>
    announced(conversation),
  ),
});

/** Handlers for the server's events about the items and members of conversations. */
const subjectEvents = ({ reads: { changing }, items, people }: Parts) => ({
  listingReceived: changing(items.listingReceived),
  listingRemoved: changing(items.listingRemoved),
  wantedReceived: changing(items.wantedReceived),
  wantedRemoved: changing(items.wantedRemoved),
  blockChanged: changing(people.blockChanged),
  personRemoved: changing(people.personRemoved),
});

/** The member's actions in the panel. */
const panelEvents = (
  { setState: set }: StoreApi<MessagingState>,
  { inboxes, search, threads, selecting, drafts, sending, delivery }: Parts,
) => ({
  /** The messages panel was opened; loads the inbox the first time. */
  inboxOpened: inboxes.opened,
  inboxEndReached: inboxes.endReached,
  filterChosen: inboxes.filterChosen,
  arranged: inboxes.arranged,
  ...search,

  /** The panel was closed: next time it opens with the unfiltered inbox. */
  panelClosed(): void {
    search.termTyped('');
    set({ filter: 'all' });
    void selecting.selected(null);
  },

  jumpToEnd: threads.jumpToEnd,
  windowEndReached: threads.windowEndReached,
  threadStartReached: threads.startReached,
  threadEndShown: threads.endShown,

  selected: selecting.selected,
  targetChosen: selecting.targetChosen,
  hitChosen: selecting.hitChosen,

  textTyped: drafts.typed,
  textTypedElsewhere: drafts.typedElsewhere,
  textSent: sending.textSent,
  photosChosen: sending.photosChosen,
  resendChosen: delivery.resend,
  discardChosen: delivery.discard,
  /** How many unsent messages signing out would lose. */
  countUnsent: delivery.countUnsent,
});

/**
 * A member's live conversations: their state, and all events that change it. Free of React and the browser;
 * everything outside comes in as ports. The server's database is authoritative; this view may lag behind and
 * catches up by `seq`.
 */
export function createMessaging(ports: Ports) {
  const store: StoreApi<MessagingState> = createStore(() => initialState);
  const parts = createParts(store, ports);
  writeCache(store, ports.cache);
  return {
    store,
    ...parts.signIns,
    ...connectionEvents(store, ports, parts),
    ...messageEvents(parts),
    ...subjectEvents(parts),
    ...parts.receipts.events,
    ...parts.editing,
    ...parts.offering,
    conversationsChanged: parts.fetchConversations,
    ...panelEvents(store, parts),
  };
}
