import type { Conversation } from '@selvedge/shared/conversations';
import type { InboxFilter } from '@selvedge/shared/inbox';
import type { StoreApi } from 'zustand/vanilla';
import type { CacheStorage } from './conversation-cache.ts';
import { listOf, shownInbox } from './inbox-list.ts';
import { isAbove, placeOf } from './merge.ts';
import type { ConversationPage, Rest } from './ports.ts';
import { toProblem } from './problem.ts';
import type { Inbox, MessagingState } from './state.ts';

interface InboxParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listConversations' | 'arrange'>;
  kept: Pick<CacheStorage, 'loadInbox'>;
  heard: (news: Conversation[]) => void;
  /** Takes conversations as the server has just answered them. */
  read: (answered: Conversation[]) => void;
  /** The inbox has loaded: messages since its page was read have to be asked for. */
  onLoaded: () => void;
}

/**
 * The lists of the inbox, one for each filter, each loaded when it is first opened. The unfiltered list shows the local
 * cache until the server has answered.
 */
export function createInboxes({ store, rest, kept, heard, read, onLoaded }: InboxParts) {
  const { getState: get, setState: set } = store;
  const setInbox = (filter: InboxFilter, inbox: Inbox) =>
    set((s) => ({ inboxes: { ...s.inboxes, [filter]: inbox } }));

  /** The latest load of each list. The answers to earlier loads are dropped. */
  const readings = new Map<InboxFilter, symbol>();

  const isKept = () => {
    const { all } = get().inboxes;
    return all?.status === 'ready' && all.isKept === true;
  };

  /** Cached conversations may be gone by now: only those that the server has answered stay. */
  function forgetKept(told: Conversation[]): void {
    set(({ conversations, selection }) => {
      const stays = new Set(told.map(({ id }) => id));
      if (selection?.kind === 'conversation') stays.add(selection.id);
      return {
        conversations: Object.fromEntries(Object.entries(conversations).filter(([id]) => stays.has(id))),
      };
    });
  }

  function took(filter: InboxFilter, { conversations, next }: ConversationPage): void {
    if (filter === 'all' && isKept()) forgetKept(conversations);
    read(conversations);
    const last = conversations.at(-1);
    const before = get().inboxes[filter];
    const end = last ? placeOf(last) : before?.status === 'ready' ? before.end : null;
    setInbox(filter, { status: 'ready', next, end, isLoadingMore: false });
  }

  async function showKept(): Promise<void> {
    const { personId } = get();
    const conversations = personId === null ? [] : await kept.loadInbox(personId).catch(() => []);
    if (conversations.length === 0 || get().personId !== personId) return;
    if (get().inboxes.all?.status === 'ready') return;
    heard(conversations);
    setInbox('all', { status: 'ready', next: null, end: null, isLoadingMore: false, isKept: true });
    if (get().connection === 'online') return;
    set({ unread: conversations.filter(({ lastSeq, isRead }) => lastSeq > 0 && !isRead).length });
  }

  /** Reads a list from its top down to its lowest conversation shown now; the first page when none is shown. */
  async function readDown(filter: InboxFilter, held: Inbox | undefined): Promise<ConversationPage> {
    const { conversations: known, personId } = get();
    const isTold = held?.status === 'ready' && !held.isKept;
    const lowest = isTold ? listOf(filter, held, known, personId).at(-1) : undefined;
    const conversations: Conversation[] = [];
    for (let next: string | null = null; ; ) {
      const page = await rest.listConversations(filter, next);
      conversations.push(...page.conversations);
      ({ next } = page);
      const last = page.conversations.at(-1);
      const isBelow = !lowest || !last || !isAbove(placeOf(last), placeOf(lowest));
      if (next === null || isBelow) return { conversations, next };
    }
  }

  async function load(filter: InboxFilter): Promise<void> {
    const held = get().inboxes[filter];
    const isShown = held?.status === 'ready';
    // Blocks `endReached` until the list is loaded.
    setInbox(filter, isShown ? { ...held, isLoadingMore: true } : { status: 'loading' });
    const reading = Symbol(filter);
    readings.set(filter, reading);
    const isLate = () => readings.get(filter) !== reading || !get().inboxes[filter];
    const shown = filter === 'all' && !isShown ? showKept() : null;
    try {
      const page = await readDown(filter, held);
      if (isLate()) return;
      took(filter, page);
      if (filter === 'all') onLoaded();
    } catch (error) {
      await shown;
      if (isLate()) return;
      const now = get().inboxes[filter];
      if (now?.status === 'ready') setInbox(filter, { ...now, isLoadingMore: false });
      else setInbox(filter, { status: 'failed', problem: toProblem(error) });
    }
  }

  /** `sync` covers the unfiltered inbox only: the other lists are dropped, and the shown one is loaded again. */
  function askForOthers(): void {
    const { filter, inboxes } = get();
    const { all, [filter]: shown } = inboxes;
    set({ inboxes: { ...(all && { all }), ...(shown && { [filter]: shown }) } });
    if (filter !== 'all' && shown?.status === 'ready') void load(filter);
  }

  async function opened(): Promise<void> {
    const { status } = shownInbox(get());
    if (status === 'idle' || status === 'failed') await load(get().filter);
  }

  return {
    opened,

    /** The connection is back. */
    connected(): void {
      askForOthers();
      if (isKept()) void load('all');
      if (shownInbox(get()).status === 'failed') void opened();
    },

    async filterChosen(filter: InboxFilter): Promise<void> {
      set({ filter });
      await opened();
    },

    async endReached(): Promise<void> {
      const { filter } = get();
      const inbox = shownInbox(get());
      if (inbox.status !== 'ready' || inbox.next === null || inbox.isLoadingMore) return;
      const loading = { ...inbox, isLoadingMore: true };
      setInbox(filter, loading);
      // The list was dropped or reloaded meanwhile.
      const isLate = () => get().inboxes[filter] !== loading;
      try {
        const page = await rest.listConversations(filter, inbox.next);
        if (!isLate()) took(filter, page);
      } catch {
        if (!isLate()) setInbox(filter, inbox);
      }
    },

    /** Archives or mutes a conversation, with the change in view at once. When it is refused, undoes it and rejects. */
    async arranged(id: string, change: Partial<Pick<Conversation, 'isArchived' | 'isMuted'>>): Promise<void> {
      const held = get().conversations[id];
      if (!held) return;
      heard([{ ...held, ...change }]);
      try {
        heard([await rest.arrange(id, change)]);
      } catch (error) {
        const now = get().conversations[id];
        if (now) heard([{ ...now, isArchived: held.isArchived, isMuted: held.isMuted }]);
        throw error;
      }
    },
  };
}
