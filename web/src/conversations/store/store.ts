import type { Conversation } from '@selvedge/shared/conversations';
import type { EventPayload } from '@selvedge/shared/realtime';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { writeCache } from './cache-writer.ts';
import { createCatchUp } from './catch-up.ts';
import { createDelivery } from './delivery.ts';
import { createDrafts } from './drafts.ts';
import { createEditing } from './editing.ts';
import { shownInbox } from './inbox-list.ts';
import { createInboxes } from './inboxes.ts';
import { createItems } from './items.ts';
import { mergeConversation } from './merge.ts';
import { onBehalfOf } from './on-behalf-of.ts';
import { createPeople } from './people.ts';
import type { Ports } from './ports.ts';
import { createReadTimer } from './read-timer.ts';
import { createSearch } from './search.ts';
import { createSelecting } from './selecting.ts';
import { createSending } from './sending.ts';
import { initialState, isOpen, type MessagingState } from './state.ts';
import { createThreads } from './threads.ts';

export type Messaging = ReturnType<typeof createMessaging>;

/**
 * A member's live conversations: their state, and all events that change it. Free of React and the browser;
 * everything outside comes in as ports. The server's database is authoritative; this view may lag behind and
 * catches up by `seq`.
 */
export function createMessaging(ports: Ports) {
  const { live } = ports;
  const store: StoreApi<MessagingState> = createStore(() => initialState);
  const { getState: get, setState: set } = store;
  const rest = onBehalfOf(ports.rest, () => get().personId);
  const drafts = createDrafts(store, ports.drafts);

  const received = (updates: Conversation[]) =>
    set((s) => {
      const conversations = { ...s.conversations };
      for (const one of updates) conversations[one.id] = mergeConversation(conversations[one.id], one);
      return { conversations };
    });

  const threads = createThreads({
    store,
    rest,
    cache: ports.cache,
    onBehind: () => void messaging.caughtUp(),
  });
  /**
   * Stores conversations that were just fetched, and requests what their loaded threads turn out to have
   * missed.
   */
  const fetched = (conversations: Conversation[]) => {
    received(conversations);
    for (const { id } of conversations) threads.checked(id);
  };
  /**
   * Conversations were removed, or the server was restored from a backup: drops their loaded state and
   * refetches the open thread.
   */
  function rolledBack(ids: string[]): void {
    const { conversations } = get();
    set({
      conversations: Object.fromEntries(Object.entries(conversations).filter(([id]) => !ids.includes(id))),
    });
    for (const id of ids) {
      threads.evict(id);
      if (isOpen(get(), id)) void threads.opened(id);
    }
  }
  const items = createItems({ store, rest, received: fetched });
  const onLoaded = () => void messaging.caughtUp();
  const inboxes = createInboxes({ store, rest, cache: ports.cache, received, fetched, onLoaded });
  const catchUp = createCatchUp({ store, live, received, rolledBack, fetched, ...threads });
  const editing = createEditing({ store, ports, arrived: threads.arrived });
  writeCache(store, ports.cache);

  const delivery = createDelivery({
    ports,
    outbox: { get: () => get().outbox, set: (outbox) => set({ outbox }) },
    personId: () => get().personId,
    onSent(message) {
      threads.arrived(message.conversationId, [message]);
    },
  });

  const readTimer = createReadTimer(store, async (conversationId, seq) => {
    try {
      const ack = await live.request('conversation:read', { conversationId, seq });
      if (ack.ok) {
        const personId = get().personId;
        if (personId) readMoved({ conversationId, userId: personId, seq });
        set({ unread: ack.unread });
      }
    } catch {
      // The read timer starts again if the thread is still open when the connection is back.
    }
  });

  function readMoved({ conversationId, userId, seq }: EventPayload<'conversation:read'>): void {
    const conversation = get().conversations[conversationId];
    if (!conversation) return;
    received([
      userId === get().personId ? { ...conversation, readSeq: seq } : { ...conversation, otherReadSeq: seq },
    ]);
  }

  const selecting = createSelecting({
    store,
    rest,
    drafts,
    threads,
    received,
    fetchConversation: catchUp.fetchConversation,
  });
  const sending = createSending({
    ...{ store, rest, delivery, drafts, received },
    selected: selecting.selected,
    jumpToEnd: threads.jumpToEnd,
  });

  const messaging = {
    store,

    /** A member signed in: loads their unsent messages and drafts. */
    async memberSignedIn(personId: string): Promise<void> {
      set({ ...initialState, personId, drafts: ports.drafts.load(personId) });
      await delivery.restore(personId);
    },

    /**
     * The member's session ended: clears the view. Drafts and unsent messages stay stored until they sign in
     * again.
     */
    memberLeft(): void {
      delivery.pause();
      readTimer.stop();
      threads.forgotten();
      set(initialState);
    },

    /** How many unsent messages signing out would lose. */
    countUnsent: delivery.countUnsent,

    /** The member signed out: deletes everything that this browser has stored for them. */
    async memberSignedOut(personId: string): Promise<void> {
      ports.drafts.clear(personId);
      await Promise.allSettled([ports.outbox.clear(personId), ports.cache.clear(personId)]);
    },

    connected(): void {
      set({ connection: 'online' });
      delivery.resume();
      const { personId, selection } = get();
      // A closed tab may have left unsent messages.
      if (personId) void delivery.restore(personId);
      inboxes.connected();
      void items.missed();
      if (selection?.kind === 'conversation') void selecting.opened(selection.id);
      void messaging.caughtUp();
    },

    connectionLost(): void {
      set({ connection: 'connecting' });
      delivery.pause();
    },

    /** Requests everything that this view may have missed. */
    async caughtUp(): Promise<void> {
      if (shownInbox(get()).status === 'idle' || get().connection !== 'online') return;
      await catchUp.run();
    },

    /** Called periodically, in case an event was lost. */
    checked(): void {
      // Before the inbox is first opened, nothing else updates the number of unread conversations.
      live.emit('unread:count', {});
      void messaging.caughtUp();
    },

    messageArrived({ message, conversation }: EventPayload<'message:new'>): void {
      received([conversation]);
      delivery.confirm(message.clientId);
      threads.arrived(message.conversationId, [message]);
    },

    readMoved,

    unreadCounted({ count }: EventPayload<'unread'>): void {
      set({ unread: count });
    },

    /** The items of conversations were changed or removed. */
    listingReceived: items.listingReceived,
    listingRemoved: items.listingRemoved,
    wantedReceived: items.wantedReceived,
    wantedRemoved: items.wantedRemoved,

    /** Members were blocked, or deleted their accounts. */
    ...createPeople(store, received),

    /** A message was edited or unsent by its sender, or removed by an admin. */
    messageChanged({ message, conversation }: EventPayload<'message:changed'>): void {
      received([conversation]);
      threads.arrived(conversation.id, [message]);
      threads.checked(conversation.id);
    },

    ...editing,

    /** The messages panel was opened; loads the inbox the first time. */
    inboxOpened: inboxes.opened,
    inboxEndReached: inboxes.endReached,
    filterChosen: inboxes.filterChosen,
    arranged: inboxes.arranged,
    ...createSearch(store, rest),

    /** A conversation was archived or muted, in this tab or another. */
    conversationChanged({ conversation }: EventPayload<'conversation:changed'>): void {
      received([conversation]);
    },

    /** The panel was closed: next time it opens with the unfiltered inbox. */
    panelClosed(): void {
      messaging.termTyped('');
      set({ filter: 'all' });
      void selecting.selected(null);
    },

    jumpToEnd: threads.jumpToEnd,
    windowEndReached: threads.windowEndReached,

    selected: selecting.selected,
    targetChosen: selecting.targetChosen,
    hitChosen: selecting.hitChosen,

    threadStartReached: (id: string): Promise<void> => threads.startReached(id),
    threadEndShown: threads.endShown,

    /** Whether the newest message of the open thread is visible: scrolled to the end, in a visible tab. */
    endSeen(isSeen: boolean): void {
      readTimer.endSeen(isSeen);
    },

    textTyped: drafts.typed,
    textTypedElsewhere: drafts.typedElsewhere,
    textSent: sending.textSent,
    photosChosen: sending.photosChosen,

    resendChosen(clientId: string): void {
      delivery.resend(clientId);
    },

    discardChosen(clientId: string): void {
      delivery.discard(clientId);
    },
  };
  return messaging;
}
