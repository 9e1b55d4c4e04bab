import type { Conversation } from '@selvedge/shared/conversations';
import type { InboxFilter } from '@selvedge/shared/inbox';
import type { StoreApi } from 'zustand/vanilla';
import { shownInbox } from './inbox-list.ts';
import type { KeptStorage } from './kept.ts';
import { placeOf } from './merge.ts';
import type { ConversationPage, Rest } from './ports.ts';
import { toProblem } from './problem.ts';
import type { Inbox, MessagingState } from './state.ts';

interface InboxParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listConversations' | 'arrange'>;
  kept: Pick<KeptStorage, 'loadInbox'>;
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

  async function load(filter: InboxFilter): Promise<void> {
    const { personId } = get();
    const isShown = get().inboxes[filter]?.status === 'ready';
    if (!isShown) setInbox(filter, { status: 'loading' });
    const shown = filter === 'all' && !isShown ? showKept() : null;
    try {
      took(filter, await rest.listConversations(filter, null));
      if (filter === 'all') onLoaded();
    } catch (error) {
      await shown;
      if (get().personId !== personId || get().inboxes[filter]?.status === 'ready') return;
      setInbox(filter, { status: 'failed', problem: toProblem(error) });
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
      const { filter, personId } = get();
      const inbox = shownInbox(get());
      if (inbox.status !== 'ready' || inbox.next === null || inbox.isLoadingMore) return;
      setInbox(filter, { ...inbox, isLoadingMore: true });
      try {
        took(filter, await rest.listConversations(filter, inbox.next));
      } catch {
        if (get().personId === personId) setInbox(filter, { ...inbox, isLoadingMore: false });
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
