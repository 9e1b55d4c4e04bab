import type { Conversation } from '@selvedge/shared/conversations';
import type { EventPayload } from '@selvedge/shared/realtime';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { keepSeen } from './cache-writer.ts';
import { createCatchUp } from './catch-up.ts';
import { createDelivery } from './delivery.ts';
import { createDrafts } from './drafts.ts';
import { createEditing } from './editing.ts';
import { shownInbox } from './inbox-list.ts';
import { createInboxes } from './inboxes.ts';
import { createItems } from './items.ts';
import { mergeConversation } from './merge.ts';
import { answersToPresent } from './on-behalf-of.ts';
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
 * A person's live conversations: the state that is held of them, and all that can happen to it. Free of React and of
 * the browser; everything outside comes in as ports. The server's database is the truth; this view may fall behind and
 * catches up by `seq`.
 */
export function createMessaging(ports: Ports) {
  const { live } = ports;
  const store: StoreApi<MessagingState> = createStore(() => initialState);
  const { getState: get, setState: set } = store;
  const rest = answersToPresent(ports.rest, () => get().personId);
  const drafts = createDrafts(store, ports.drafts);

  const heard = (news: Conversation[]) =>
    set((s) => {
      const conversations = { ...s.conversations };
      for (const one of news) conversations[one.id] = mergeConversation(conversations[one.id], one);
      return { conversations };
    });

  const threads = createThreads({ store, rest, kept: ports.kept, onBehind: () => void messaging.caughtUp() });
  /**
   * Takes conversations as the server has just answered them, and asks for what their held threads turn out to have
   * missed.
   */
  const read = (answered: Conversation[]) => {
    heard(answered);
    for (const { id } of answered) threads.checked(id);
  };
  /**
   * Conversations were removed, or the server was restored to an older state: drops what this view holds of them, and
   * fetches the open thread anew.
   */
  function undone(ids: string[]): void {
    const { conversations } = get();
    set({
      conversations: Object.fromEntries(Object.entries(conversations).filter(([id]) => !ids.includes(id))),
    });
    for (const id of ids) {
      threads.letGo(id);
      if (isOpen(get(), id)) void threads.opened(id);
    }
  }
  const items = createItems({ store, rest, heard: read });
  const onLoaded = () => void messaging.caughtUp();
  const inboxes = createInboxes({ store, rest, kept: ports.kept, heard, read, onLoaded });
  const catchUp = createCatchUp({ store, live, heard, undone, read, ...threads });
  const editing = createEditing({ store, ports, arrived: threads.arrived });
  keepSeen(store, ports.kept);

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
      const answer = await live.request('conversation:read', { conversationId, seq });
      if (answer.ok) {
        const personId = get().personId;
        if (personId) readMoved({ conversationId, userId: personId, seq });
        set({ unread: answer.unread });
      }
    } catch {
      // The read timer starts again when the connection is back and the thread is still open.
    }
  });

  function readMoved({ conversationId, userId, seq }: EventPayload<'conversation:read'>): void {
    const held = get().conversations[conversationId];
    if (!held) return;
    heard([userId === get().personId ? { ...held, readSeq: seq } : { ...held, otherReadSeq: seq }]);
  }

  const selecting = createSelecting({ store, rest, drafts, threads, heard, learnOf: catchUp.learnOf });
  const sending = createSending({
    ...{ store, rest, delivery, drafts, heard },
    selected: selecting.selected,
    endWanted: threads.endWanted,
  });

  const messaging = {
    store,

    /** A person signed in: loads their unsent messages and drafts. */
    async personArrived(personId: string): Promise<void> {
      set({ ...initialState, personId, drafts: ports.drafts.load(personId) });
      await delivery.restore(personId);
    },

    /** Their session ended: clears the view. Drafts and unsent messages stay stored until they come back. */
    personLeft(): void {
      delivery.pause();
      readTimer.stop();
      threads.forgotten();
      set(initialState);
    },

    /** How many unsent messages signing out would lose. */
    unsentOf: delivery.countUnsent,

    /** They signed out: deletes all that this browser has stored of theirs. */
    async personSignedOut(personId: string): Promise<void> {
      ports.drafts.clear(personId);
      await Promise.allSettled([ports.outbox.clear(personId), ports.kept.clear(personId)]);
    },

    connected(): void {
      set({ connection: 'online' });
      delivery.resume();
      const { personId, selection } = get();
      // A tab that was closed may have left unsent messages.
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

    /** Asks for everything that this view may have missed. */
    async caughtUp(): Promise<void> {
      if (shownInbox(get()).status === 'idle' || get().connection !== 'online') return;
      await catchUp.run();
    },

    /** Called now and then, in case an event was lost on its way. */
    checked(): void {
      // Before the inbox is first opened, nothing else updates the number of unread conversations.
      live.tell('unread:count', {});
      void messaging.caughtUp();
    },

    messageArrived({ message, conversation }: EventPayload<'message:new'>): void {
      heard([conversation]);
      delivery.confirm(message.clientId);
      threads.arrived(message.conversationId, [message]);
    },

    readMoved,

    unreadCounted({ count }: EventPayload<'unread'>): void {
      set({ unread: count });
    },

    /** Items of conversations were changed or removed. */
    listingReceived: items.listingReceived,
    listingRemoved: items.listingRemoved,
    wantedReceived: items.wantedReceived,
    wantedRemoved: items.wantedRemoved,

    /** People were blocked, or deleted their accounts. */
    ...createPeople(store, heard),

    /** A message was edited or unsent by its sender, or removed by an admin. */
    messageChanged({ message, conversation }: EventPayload<'message:changed'>): void {
      heard([conversation]);
      threads.arrived(conversation.id, [message]);
      threads.checked(conversation.id);
    },

    ...editing,

    /** The messages panel is shown; loads the inbox the first time. */
    inboxOpened: inboxes.opened,
    inboxEndReached: inboxes.endReached,
    filterChosen: inboxes.filterChosen,
    arranged: inboxes.arranged,
    ...createSearch(store, rest),

    /** A conversation was archived or muted, in this tab or another. */
    conversationChanged({ conversation }: EventPayload<'conversation:changed'>): void {
      heard([conversation]);
    },

    /** The panel is closed: next time it opens on the unfiltered inbox. */
    panelClosed(): void {
      messaging.termTyped('');
      set({ filter: 'all' });
      void selecting.selected(null);
    },

    threadEndWanted: threads.endWanted,
    windowEndReached: threads.windowEndReached,

    selected: selecting.selected,
    targetChosen: selecting.targetChosen,
    hitChosen: selecting.hitChosen,

    threadStartReached: (id: string): Promise<void> => threads.startReached(id),
    threadEndShown: threads.endShown,

    /** Whether the newest message of the open thread is in sight: the list at its end, in a visible tab. */
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
