import type { Conversation, Message } from '@selvedge/shared/conversations';
import type { Problem } from '@selvedge/shared/errors';
import { PAGE_DEFAULT } from '@selvedge/shared/limits';
import type { Fact } from '@selvedge/shared/realtime';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createDelivery } from './delivery.ts';
import { append, byNewest, mergeConversation, prepend } from './merge.ts';
import type { Ports } from './ports.ts';
import { createReadTimer } from './read-timer.ts';
import { initialState, type MessagingState, type NewTarget, type Selection } from './state.ts';

/** Above every `seq` that a conversation can reach. */
const SEQ_MAX = 2 ** 31 - 1;

const toProblem = (error: unknown): Problem =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error
    ? (error as Problem)
    : { code: 'unavailable', message: 'No connection. Please try again.' };

export type Messaging = ReturnType<typeof createMessaging>;

/** The key of a draft: the conversation, or the item before there is one. */
export const draftKey = (selection: NonNullable<Selection>): string =>
  selection.kind === 'conversation'
    ? selection.id
    : (selection.target.listingId ?? selection.target.wtbListingId ?? selection.target.sellerId);

/** Conversations in the order of the inbox. */
export const inboxOrder = (conversations: MessagingState['conversations']): Conversation[] =>
  Object.values(conversations).sort(byNewest);

/**
 * A person's live conversations: what is held of them, and what happens to it. Free of React and of the browser;
 * everything outside comes in as ports. The database on the server is the truth, and this is a view of it that may
 * fall behind and catches up by `seq`.
 */
export function createMessaging(ports: Ports) {
  const { live, rest, drafts } = ports;
  const store: StoreApi<MessagingState> = createStore(() => initialState);
  const { getState: get, setState: set } = store;

  const setThread = (id: string, thread: MessagingState['threads'][string]) =>
    set((s) => ({ threads: { ...s.threads, [id]: thread } }));

  const heard = (news: Conversation[]) =>
    set((s) => {
      const conversations = { ...s.conversations };
      for (const one of news) conversations[one.id] = mergeConversation(conversations[one.id], one);
      return { conversations };
    });

  /** What arrived for a thread while it was being fetched: the answer may be older than that. */
  const early = new Map<string, Message[]>();

  /** Adds messages to threads that are held; the others are fetched whole when they are opened. */
  function arrived(conversationId: string, messages: Message[]): void {
    const thread = get().threads[conversationId];
    if (thread?.status === 'loading') {
      early.set(conversationId, [...(early.get(conversationId) ?? []), ...messages]);
    }
    if (thread?.status !== 'ready') return;
    const merged = append(thread.messages, messages);
    if (merged.messages !== thread.messages)
      setThread(conversationId, { ...thread, messages: merged.messages });
    if (merged.hasHole) void fillHole(conversationId);
  }

  const filling = new Set<string>();
  async function fillHole(conversationId: string): Promise<void> {
    if (filling.has(conversationId)) return;
    filling.add(conversationId);
    try {
      for (;;) {
        const thread = get().threads[conversationId];
        if (thread?.status !== 'ready') return;
        const page = await rest.listMessages(conversationId, { after: thread.messages.at(-1)?.seq ?? 0 });
        arrived(conversationId, page);
        if (page.length < PAGE_DEFAULT) return;
      }
    } catch {
      // Still offline: the sync of the next connection asks again.
    } finally {
      filling.delete(conversationId);
    }
  }

  const delivery = createDelivery({
    ports,
    outbox: { get: () => get().outbox, set: (outbox) => set({ outbox }) },
    personId: () => get().personId,
    onSent(message) {
      arrived(message.conversationId, [message]);
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
      // The timer starts again when the connection is back and the thread is still open.
    }
  });

  function readMoved({ conversationId, userId, seq }: Fact<'conversation:read'>): void {
    const held = get().conversations[conversationId];
    if (!held) return;
    heard([userId === get().personId ? { ...held, readSeq: seq } : { ...held, otherReadSeq: seq }]);
  }

  /** A link may name a conversation that lies below what is held of the inbox. */
  async function learnOf(id: string): Promise<void> {
    // Nothing follows the highest number, so only the conversation itself comes back.
    const answer = await live.request('sync', { conversations: { [id]: SEQ_MAX } }).catch(() => null);
    if (answer?.ok) heard(answer.conversations.filter((one) => one.id === id));
  }

  async function loadThread(id: string): Promise<void> {
    setThread(id, { status: 'loading' });
    try {
      const messages = await rest.listMessages(id, {});
      const hasOlder = (messages[0]?.seq ?? 1) > 1;
      setThread(id, { status: 'ready', messages, hasOlder, isLoadingOlder: false });
      arrived(id, early.get(id) ?? []);
    } catch (error) {
      setThread(id, { status: 'failed', problem: toProblem(error) });
    } finally {
      early.delete(id);
    }
  }

  async function loadInbox(): Promise<void> {
    set({ inbox: { status: 'loading' } });
    try {
      const { conversations, next } = await rest.listConversations(null);
      heard(conversations);
      set({ inbox: { status: 'ready', next, isLoadingMore: false } });
    } catch (error) {
      set({ inbox: { status: 'failed', problem: toProblem(error) } });
    }
  }

  /** What this view was at: a held thread's own end, else the conversation's last known message. */
  function known(): Record<string, number> {
    const { conversations, threads } = get();
    return Object.fromEntries(
      Object.values(conversations).map(({ id, lastSeq }) => {
        const thread = threads[id];
        return [id, thread?.status === 'ready' ? (thread.messages.at(-1)?.seq ?? 0) : lastSeq];
      }),
    );
  }

  let syncing: Promise<void> | null = null;
  let isStale = false;
  /** One run at a time; who asks while it runs, as after another loss of the connection, gets one more behind it. */
  async function syncUntilFresh(): Promise<void> {
    do {
      isStale = false;
      // Lost again meanwhile: the next connection asks again.
      await syncAll().catch(() => undefined);
    } while (isStale);
    syncing = null;
  }

  async function syncAll(): Promise<void> {
    for (let complete = false; !complete; ) {
      const answer = await live.request('sync', { conversations: known() });
      if (!answer.ok) return;
      heard(answer.conversations);
      const byConversation = Map.groupBy(answer.messages, (message) => message.conversationId);
      for (const [id, messages] of byConversation) arrived(id, messages);
      ({ complete } = answer);
    }
  }

  const messaging = {
    store,

    /** Somebody signed in: their unsent messages and drafts come back. */
    async personArrived(personId: string): Promise<void> {
      set({ ...initialState, personId, drafts: drafts.load(personId) });
      await delivery.restore(personId);
    },

    /** Their session ended: nothing of theirs stays in view. What they typed waits for them to come back. */
    personLeft(): void {
      delivery.pause();
      readTimer.stop();
      set(initialState);
    },

    /** They signed out: nothing of theirs stays in this browser. */
    async personSignedOut(personId: string): Promise<void> {
      drafts.save(personId, {});
      await ports.outbox.clear(personId).catch(() => undefined);
    },

    connected(): void {
      set({ connection: 'online' });
      delivery.resume();
      const { selection, conversations, threads, inbox } = get();
      if (inbox.status === 'failed') void loadInbox();
      if (selection?.kind === 'conversation') {
        if (!conversations[selection.id]) void learnOf(selection.id);
        if (threads[selection.id]?.status === 'failed') void loadThread(selection.id);
      }
      readTimer.check();
      void messaging.caughtUp();
    },

    connectionLost(): void {
      set({ connection: 'connecting' });
      delivery.pause();
    },

    /** Asks for everything that this view may have missed. */
    async caughtUp(): Promise<void> {
      if (get().inbox.status === 'idle' || get().connection !== 'online') return;
      isStale = true;
      syncing ??= syncUntilFresh();
      await syncing;
    },

    messageArrived({ message, conversation }: Fact<'message:new'>): void {
      heard([conversation]);
      delivery.confirm(message.clientId);
      arrived(message.conversationId, [message]);
      readTimer.check();
    },

    readMoved(fact: Fact<'conversation:read'>): void {
      readMoved(fact);
    },

    unreadCounted({ count }: Fact<'unread'>): void {
      set({ unread: count });
    },

    /** The messages panel is shown: the inbox is loaded the first time. */
    async inboxOpened(): Promise<void> {
      const { status } = get().inbox;
      if (status === 'idle' || status === 'failed') await loadInbox();
    },

    async inboxEndReached(): Promise<void> {
      const { inbox } = get();
      if (inbox.status !== 'ready' || inbox.next === null || inbox.isLoadingMore) return;
      set({ inbox: { ...inbox, isLoadingMore: true } });
      try {
        const { conversations, next } = await rest.listConversations(inbox.next);
        heard(conversations);
        set({ inbox: { status: 'ready', next, isLoadingMore: false } });
      } catch {
        set({ inbox: { ...inbox, isLoadingMore: false } });
      }
    },

    /** A conversation, or the first message about an item, is chosen for the thread pane; null closes it. */
    async selected(selection: Selection): Promise<void> {
      set({ selection });
      readTimer.check();
      if (selection?.kind === 'conversation') {
        if (!get().conversations[selection.id]) void learnOf(selection.id);
        const thread = get().threads[selection.id];
        if (!thread || thread.status === 'failed') await loadThread(selection.id);
        readTimer.check();
      }
    },

    /** 'Message Seller': goes on with the conversation about the item if there is one. */
    async targetChosen(target: NewTarget): Promise<void> {
      set({ selection: { kind: 'new', target } });
      try {
        const existing = await rest.findAbout(target);
        const { selection } = get();
        if (!existing || selection?.kind !== 'new' || selection.target !== target) return;
        heard([existing]);
        await messaging.selected({ kind: 'conversation', id: existing.id });
      } catch {
        // Sending the first message finds it, too.
      }
    },

    async threadStartReached(id: string): Promise<void> {
      const thread = get().threads[id];
      const first = thread?.status === 'ready' ? thread.messages[0] : undefined;
      if (thread?.status !== 'ready' || !thread.hasOlder || thread.isLoadingOlder || !first) return;
      setThread(id, { ...thread, isLoadingOlder: true });
      const page = await rest.listMessages(id, { before: first.seq }).catch(() => null);
      const now = get().threads[id];
      if (now?.status !== 'ready') return;
      const messages = page ? prepend(now.messages, page) : now.messages;
      setThread(id, { ...now, messages, hasOlder: (messages[0]?.seq ?? 1) > 1, isLoadingOlder: false });
    },

    /** Whether the newest message of the open thread can be seen: at its end, in a visible tab. */
    endSeen(isSeen: boolean): void {
      readTimer.endSeen(isSeen);
    },

    textTyped(key: string, text: string): void {
      const { [key]: _, ...others } = get().drafts;
      const next = text === '' ? others : { ...others, [key]: text };
      set({ drafts: next });
      const { personId } = get();
      if (personId) drafts.save(personId, next);
    },

    /**
     * Sends the text of the composer. The first message about an item opens the conversation before.
     * Rejects with a `Problem` when that is refused; then the text is still in the composer.
     * @returns whether a conversation was started.
     */
    async textSent(text: string): Promise<boolean> {
      const content = text.trim();
      const { selection } = get();
      if (!selection || content === '') return false;
      const key = draftKey(selection);
      let isNew = false;
      let conversationId: string;
      if (selection.kind === 'conversation') {
        conversationId = selection.id;
      } else {
        const conversation = await rest.openConversation(selection.target);
        heard([conversation]);
        conversationId = conversation.id;
        isNew = conversation.lastSeq === 0;
      }
      delivery.send(conversationId, content);
      messaging.textTyped(key, '');
      if (selection.kind === 'new') await messaging.selected({ kind: 'conversation', id: conversationId });
      return isNew;
    },

    resendChosen(clientId: string): void {
      delivery.resend(clientId);
    },

    discardChosen(clientId: string): void {
      delivery.discard(clientId);
    },
  };
  return messaging;
}
