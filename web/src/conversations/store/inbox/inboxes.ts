import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { InboxFilter } from '@selvedge/shared/conversations/inbox';
import type { StoreApi } from 'zustand/vanilla';
import type { CacheStorage, ConversationPage, Rest } from '../session/ports.ts';
import { toProblem } from '../session/problem.ts';
import type { Reconciler } from '../session/reconciler.ts';
import type { Inbox, MessagingState } from '../state.ts';
import { isAbove, listOf, placeOf, shownInbox } from './inbox-list.ts';

interface InboxParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listConversations' | 'arrange'>;
  cache: Pick<CacheStorage, 'loadInbox'>;
  reconciler: Pick<Reconciler, 'mergeResponse'>;
  mergeConversations: (conversations: Conversation[]) => void;
  /** Stores conversations that were just fetched from the server. */
  mergeFetched: (conversations: Conversation[]) => void;
  /** Requests the messages sent since the page of a loaded inbox was read. */
  catchUp: () => void;
}

/**
 * The inbox lists, one per filter, each loaded when first opened. The unfiltered list shows the local cache
 * until the server responds.
 */
export function createInboxes(parts: InboxParts) {
  const { store, rest, cache, reconciler, mergeConversations, mergeFetched, catchUp } = parts;
  const { getState: get, setState: set } = store;
  const setInbox = (filter: InboxFilter, inbox: Inbox) =>
    set((s) => ({ inboxes: { ...s.inboxes, [filter]: inbox } }));

  /** The latest load of each list. Responses to earlier loads are ignored. */
  const loads = new Map<InboxFilter, symbol>();

  const isCached = () => {
    const { all } = get().inboxes;
    return all?.status === 'ready' && all.isCached === true;
  };

  /** Cached conversations may no longer exist: drops those that the server did not return. */
  function dropCached(current: Conversation[]): void {
    set(({ conversations, selection }) => {
      const stays = new Set(current.map(({ id }) => id));
      if (selection?.kind === 'conversation') stays.add(selection.id);
      return {
        conversations: Object.fromEntries(Object.entries(conversations).filter(([id]) => stays.has(id))),
      };
    });
  }

  function addPage(filter: InboxFilter, { conversations, next }: ConversationPage): void {
    if (filter === 'all' && isCached()) dropCached(conversations);
    mergeFetched(conversations);
    const last = conversations.at(-1);
    const before = get().inboxes[filter];
    const end = last ? placeOf(last) : before?.status === 'ready' ? before.end : null;
    setInbox(filter, { status: 'ready', next, end, isLoadingMore: false });
  }

  async function showCached(): Promise<void> {
    const { personId } = get();
    const conversations = personId === null ? [] : await cache.loadInbox(personId).catch(() => []);
    if (conversations.length === 0 || get().personId !== personId) return;
    if (get().inboxes.all?.status === 'ready') return;
    mergeConversations(conversations);
    setInbox('all', { status: 'ready', next: null, end: null, isLoadingMore: false, isCached: true });
    if (get().connection === 'online') return;
    set({ unread: conversations.filter(({ lastSeq, isRead }) => lastSeq > 0 && !isRead).length });
  }

  /** Fetches a list from its top down to the lowest conversation shown; only the first page when none is. */
  async function fetchDownTo(filter: InboxFilter, previous: Inbox | undefined): Promise<ConversationPage> {
    const { conversations: known, personId } = get();
    const isFromServer = previous?.status === 'ready' && !previous.isCached;
    const lowest = isFromServer ? listOf(filter, previous, known, personId).at(-1) : undefined;
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
    const previous = get().inboxes[filter];
    const isShown = previous?.status === 'ready';
    // Blocks `loadMoreConversations` until the list is loaded.
    setInbox(filter, isShown ? { ...previous, isLoadingMore: true } : { status: 'loading' });
    const thisLoad = Symbol(filter);
    loads.set(filter, thisLoad);
    const isSuperseded = () => loads.get(filter) !== thisLoad || !get().inboxes[filter];
    const shown = filter === 'all' && !isShown ? showCached() : null;
    try {
      await reconciler.mergeResponse(fetchDownTo(filter, previous), (page) => {
        if (isSuperseded()) return;
        addPage(filter, page);
        if (filter === 'all') catchUp();
      });
    } catch (error) {
      await shown;
      if (isSuperseded()) return;
      const now = get().inboxes[filter];
      if (now?.status === 'ready') setInbox(filter, { ...now, isLoadingMore: false });
      else setInbox(filter, { status: 'failed', problem: toProblem(error) });
    }
  }

  /** `sync` covers the unfiltered inbox only: drops the other lists, and reloads the one on screen. */
  function reloadOthers(): void {
    const { filter, inboxes } = get();
    const { all, [filter]: shown } = inboxes;
    set({ inboxes: { ...(all && { all }), ...(shown && { [filter]: shown }) } });
    if (filter !== 'all' && shown?.status === 'ready') void load(filter);
  }

  async function openInbox(): Promise<void> {
    const { status } = shownInbox(get());
    if (status === 'idle' || status === 'failed') await load(get().filter);
  }

  return {
    openInbox,

    /** Reloads the lists that no event or sync updates after a reconnect. */
    reloadInboxes(): void {
      reloadOthers();
      if (isCached()) void load('all');
      if (shownInbox(get()).status === 'failed') void openInbox();
    },

    async chooseFilter(filter: InboxFilter): Promise<void> {
      set({ filter });
      await openInbox();
    },

    async loadMoreConversations(): Promise<void> {
      const { filter } = get();
      const inbox = shownInbox(get());
      if (inbox.status !== 'ready' || inbox.next === null || inbox.isLoadingMore) return;
      const loading = { ...inbox, isLoadingMore: true };
      setInbox(filter, loading);
      // The list was dropped or reloaded meanwhile.
      const isSuperseded = () => get().inboxes[filter] !== loading;
      try {
        await reconciler.mergeResponse(rest.listConversations(filter, inbox.next), (page) => {
          if (!isSuperseded()) addPage(filter, page);
        });
      } catch {
        if (!isSuperseded()) setInbox(filter, inbox);
      }
    },

    /** Archives or mutes a conversation optimistically. On a refusal, undoes the change and rejects. */
    async arrangeConversation(
      id: string,
      change: Partial<Pick<Conversation, 'isArchived' | 'isMuted'>>,
    ): Promise<void> {
      const previous = get().conversations[id];
      if (!previous) return;
      mergeConversations([{ ...previous, ...change }]);
      try {
        await reconciler.mergeResponse(rest.arrange(id, change), (conversation) =>
          mergeConversations([conversation]),
        );
      } catch (error) {
        const now = get().conversations[id];
        if (now) mergeConversations([{ ...now, isArchived: previous.isArchived, isMuted: previous.isMuted }]);
        throw error;
      }
    },
  };
}
