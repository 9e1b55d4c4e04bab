import type { Conversation } from '@selvedge/shared/conversations';
import type { StoreApi } from 'zustand/vanilla';
import type { KeptStorage } from './kept.ts';
import type { Rest } from './ports.ts';
import { toProblem } from './problem.ts';
import type { MessagingState } from './state.ts';

interface InboxParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listConversations'>;
  kept: Pick<KeptStorage, 'loadInbox'>;
  heard(news: Conversation[]): void;
  read(answered: Conversation[]): void;
}

/** The pages of the inbox: as it was kept here until the server has told it. */
export function createInboxPages({ store, rest, kept, heard, read }: InboxParts) {
  const { getState: get, setState: set } = store;
  const isKept = () => {
    const { inbox } = get();
    return inbox.status === 'ready' && inbox.isKept === true;
  };

  /** What was kept may be gone by now: only what the server has told stays. */
  function forgetKept(told: Conversation[]): void {
    if (!isKept()) return;
    set(({ conversations, selection }) => {
      const stays = new Set(told.map(({ id }) => id));
      if (selection?.kind === 'conversation') stays.add(selection.id);
      return {
        conversations: Object.fromEntries(Object.entries(conversations).filter(([id]) => stays.has(id))),
      };
    });
  }

  async function load(): Promise<void> {
    const { personId } = get();
    if (!isKept()) set({ inbox: { status: 'loading' } });
    try {
      const { conversations, next } = await rest.listConversations(null);
      forgetKept(conversations);
      read(conversations);
      set({ inbox: { status: 'ready', next, isLoadingMore: false } });
    } catch (error) {
      if (get().personId !== personId || isKept()) return;
      set({ inbox: { status: 'failed', problem: toProblem(error) } });
    }
  }

  async function showKept(): Promise<void> {
    const { personId } = get();
    const conversations = personId === null ? [] : await kept.loadInbox(personId).catch(() => []);
    if (conversations.length === 0 || get().personId !== personId || get().inbox.status === 'ready') return;
    heard(conversations);
    set({ inbox: { status: 'ready', next: null, isLoadingMore: false, isKept: true } });
    if (get().connection === 'online') return;
    set({ unread: conversations.filter(({ lastSeq, isRead }) => lastSeq > 0 && !isRead).length });
  }

  return {
    /** Shown: it is loaded the first time. */
    async opened(): Promise<void> {
      const { status } = get().inbox;
      if (status !== 'idle' && status !== 'failed') return;
      const loaded = load();
      await showKept();
      await loaded;
    },

    /** The server can be reached again. */
    connected(): void {
      if (get().inbox.status === 'failed' || isKept()) void load();
    },

    async endReached(): Promise<void> {
      const { inbox, personId } = get();
      if (inbox.status !== 'ready' || inbox.next === null || inbox.isLoadingMore) return;
      set({ inbox: { ...inbox, isLoadingMore: true } });
      try {
        const { conversations, next } = await rest.listConversations(inbox.next);
        read(conversations);
        set({ inbox: { status: 'ready', next, isLoadingMore: false } });
      } catch {
        if (get().personId === personId) set({ inbox: { ...inbox, isLoadingMore: false } });
      }
    },
  };
}
