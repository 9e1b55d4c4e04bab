import type { Message } from '@selvedge/shared/conversations';
import { PAGE_DEFAULT } from '@selvedge/shared/limits';
import type { StoreApi } from 'zustand/vanilla';
import type { CacheStorage } from './conversation-cache.ts';
import { createLoadedThreads, MESSAGES_LEFT, THREAD_MESSAGES_MAX } from './loaded-threads.ts';
import { isLater, merge, prepend } from './merge.ts';
import type { Rest } from './ports.ts';
import { toProblem } from './problem.ts';
import { isOpen, type MessagingState, type Thread } from './state.ts';

interface ThreadsParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listMessages'>;
  cache: Pick<CacheStorage, 'loadThread'>;
  /** A thread lacks something that its conversation has, and has to catch up. */
  onBehind(): void;
}

/** The loaded threads: each is fetched when it is opened, and stays without holes. */
export function createThreads({ store, rest, cache, onBehind }: ThreadsParts) {
  const threadOf = (id: string) => store.getState().threads[id];
  const set = (id: string, thread: Thread) =>
    store.setState((s) => ({ threads: { ...s.threads, [id]: thread } }));

  /** Messages that arrived while their thread was being fetched; the response may be older. */
  const early = new Map<string, Message[]>();
  const takeEarly = (id: string): Message[] => {
    const messages = early.get(id) ?? [];
    early.delete(id);
    return messages;
  };
  const filling = new Set<string>();
  /** The latest load of each thread; responses to earlier loads are ignored. */
  const loading = new Map<string, { isWindow: boolean }>();
  const isCached = (thread: Thread | undefined) => thread?.status === 'ready' && thread.isCached === true;
  /** Changed messages outside the loaded range: a page in flight may have their old version. */
  const changedOutside = new Map<string, Message>();

  const latest = (message: Message): Message => {
    const other = changedOutside.get(message.id);
    return other && isLater(other, message) ? other : message;
  };

  /** Adds messages to a loaded thread; other threads are fetched completely when they are opened. */
  function arrived(id: string, messages: Message[]): void {
    const thread = threadOf(id);
    if (thread?.status === 'loading' || isCached(thread))
      early.set(id, [...(early.get(id) ?? []), ...messages]);
    // The server sends messages only to members who may read them: fetching failed because the thread had
    // none yet.
    if (thread?.status === 'failed' && messages.length > 0 && isOpen(store.getState(), id)) void load(id);
    if (thread?.status !== 'ready') return;
    const merged = merge(thread.messages, messages.map(latest));
    let { changeSeq } = thread;
    const changed = messages.filter((message) => message.changedSeq !== undefined);
    for (const message of changed.sort((a, b) => (isLater(a, b) ? 1 : -1))) {
      if (message.changedSeq === changeSeq + 1) changeSeq += 1;
      if (latest(message) === message) changedOutside.set(message.id, message);
    }
    const first = merged.messages[0]?.seq ?? 1;
    for (const one of changedOutside.values()) {
      if (merged.messages[one.seq - first]?.id === one.id) changedOutside.delete(one.id);
    }
    if (merged.messages !== thread.messages || changeSeq !== thread.changeSeq) {
      set(id, { ...thread, messages: merged.messages, changeSeq });
    }
    // A cached thread is refetched completely anyway, and a window loads page by page.
    if (merged.hasHole && !isCached(thread) && !thread.hasNewer) void fillHole(id);
  }

  async function fillHole(id: string): Promise<void> {
    if (filling.has(id)) return;
    filling.add(id);
    try {
      for (;;) {
        const thread = threadOf(id);
        if (thread?.status !== 'ready') return;
        const page = await rest.listMessages(id, { after: thread.messages.at(-1)?.seq ?? 0 });
        arrived(id, page);
        if (page.length < PAGE_DEFAULT) return;
      }
    } catch {
      // Still offline: the sync on the next connection requests this again.
    } finally {
      filling.delete(id);
    }
  }

  function checked(id: string): void {
    const thread = threadOf(id);
    const conversation = store.getState().conversations[id];
    if (thread?.status !== 'ready' || thread.isCached || !conversation) return;
    const lastSeq = thread.messages.at(-1)?.seq ?? 0;
    const missesEnd = !thread.hasNewer && lastSeq < conversation.lastSeq;
    if (thread.changeSeq < conversation.changeSeq || missesEnd) onBehind();
  }

  /** Shows the local cache until the server responds. */
  async function showCached(id: string): Promise<void> {
    const { personId } = store.getState();
    const thisLoad = loading.get(id);
    const messages = personId === null ? [] : await cache.loadThread(personId, id).catch(() => []);
    const [first] = messages;
    if (!first || loading.get(id) !== thisLoad || threadOf(id)?.status === 'ready') return;
    const place = { hasOlder: first.seq > 1, isLoadingOlder: false, hasNewer: false };
    set(id, { status: 'ready', messages, changeSeq: 0, ...place, isCached: true });
  }

  interface Replacement {
    isWindow: boolean;
    read(): Promise<{ messages: Message[]; hasNewer: boolean }>;
    onFailed?(error: unknown): Promise<void>;
  }
  const failed = (id: string, error: unknown) => set(id, { status: 'failed', problem: toProblem(error) });

  /**
   * Replaces the thread with what `read` returns plus what arrives meanwhile, unless a newer load starts
   * first.
   */
  async function replace(id: string, { isWindow, read, onFailed }: Replacement): Promise<void> {
    const thisLoad = { isWindow };
    loading.set(id, thisLoad);
    const isCurrent = () => loading.get(id) === thisLoad;
    // Everything fetched from now on includes the changes up to here.
    const changeSeq = store.getState().conversations[id]?.changeSeq ?? 0;
    try {
      const { messages, hasNewer } = await read();
      if (!isCurrent()) return;
      const hasOlder = (messages[0]?.seq ?? 1) > 1;
      set(id, { status: 'ready', messages, changeSeq, hasOlder, isLoadingOlder: false, hasNewer });
      arrived(id, takeEarly(id));
      // Changes during the request may not have reached this client as events.
      checked(id);
    } catch (error) {
      if (isCurrent()) await (onFailed?.(error) ?? failed(id, error));
    } finally {
      if (isCurrent()) {
        loading.delete(id);
        arrived(id, takeEarly(id));
      }
    }
  }

  async function load(id: string): Promise<void> {
    const hasCached = isCached(threadOf(id));
    if (!hasCached) set(id, { status: 'loading' });
    let shown: Promise<void> | undefined;
    await replace(id, {
      isWindow: false,
      async read() {
        if (!hasCached) shown = showCached(id);
        return { messages: await rest.listMessages(id, {}), hasNewer: false };
      },
      async onFailed(error) {
        await shown;
        if (threadOf(id)?.status === 'loading') failed(id, error);
      },
    });
  }

  const isWindow = (id: string): boolean => {
    const thread = threadOf(id);
    return loading.get(id)?.isWindow ?? (thread?.status === 'ready' && thread.hasNewer);
  };

  /** Loads a window around a message, unless the message is loaded already. */
  async function loadAround(id: string, seq: number): Promise<void> {
    const before = threadOf(id);
    if (before?.status === 'ready' && !before.isCached) {
      const [first, last] = [before.messages[0]?.seq ?? seq + 1, before.messages.at(-1)?.seq ?? 0];
      if (first <= seq && seq <= last) return;
    }
    set(id, { status: 'loading' });
    loadedThreads.shown(id);
    await replace(id, {
      isWindow: true,
      async read() {
        const older = await rest.listMessages(id, { before: seq });
        const newer = await rest.listMessages(id, { after: seq - 1 });
        return { messages: [...older, ...newer], hasNewer: newer.length === PAGE_DEFAULT };
      },
    });
  }

  function evict(id: string): void {
    const { [id]: _, ...threads } = store.getState().threads;
    store.setState({ threads });
    for (const one of changedOutside.values()) if (one.conversationId === id) changedOutside.delete(one.id);
  }
  const loadedThreads = createLoadedThreads(store, evict);

  const loadingNewer = new Set<string>();

  return {
    arrived,
    loadAround,

    /** Jumps from a window to the end of the thread. */
    async jumpToEnd(id: string): Promise<void> {
      if (!isWindow(id)) return;
      store.setState({ target: null });
      await load(id);
    },

    /** Appends the next page to a window. */
    async windowEndReached(id: string): Promise<void> {
      const thread = threadOf(id);
      const last = thread?.status === 'ready' ? thread.messages.at(-1) : undefined;
      if (!last || !isWindow(id) || loadingNewer.has(id)) return;
      loadingNewer.add(id);
      const page = await rest.listMessages(id, { after: last.seq }).catch(() => null);
      loadingNewer.delete(id);
      const now = threadOf(id);
      if (!page || now?.status !== 'ready' || !now.hasNewer) return;
      const { messages, hasHole } = merge(now.messages, page.map(latest));
      // The window has changed, and the page no longer follows it.
      if (hasHole) return;
      set(id, { ...now, messages, hasNewer: page.length === PAGE_DEFAULT });
      // Messages that arrived before the window reached the end were not added to it.
      if (page.length < PAGE_DEFAULT) void fillHole(id);
    },

    /** All changes up to this number have arrived. */
    changesKnown(id: string, changeSeq: number): void {
      const thread = threadOf(id);
      if (thread?.status === 'ready' && thread.changeSeq < changeSeq) set(id, { ...thread, changeSeq });
    },

    checked,
    evict,

    /** Drops all threads of a member who has left. */
    forgotten(): void {
      early.clear();
      changedOutside.clear();
      loading.clear();
      loadedThreads.forgotten();
    },

    /** Fetches a thread that is not loaded, or failed to load. */
    async opened(id: string): Promise<void> {
      loadedThreads.shown(id);
      const thread = threadOf(id);
      const isNeeded = !thread || thread.status === 'failed' || isCached(thread);
      if (isNeeded && !loading.has(id)) await load(id);
    },

    /** The end is visible: drops messages far above it, which are fetched again when scrolling up. */
    endShown(id: string): void {
      const thread = threadOf(id);
      if (thread?.status !== 'ready' || thread.messages.length <= THREAD_MESSAGES_MAX) return;
      const messages = thread.messages.slice(-MESSAGES_LEFT);
      // An older page in flight precedes the dropped messages, so its response is not needed.
      set(id, { ...thread, messages, hasOlder: true, isLoadingOlder: false });
    },

    /** Prepends the previous page, if there is one. */
    async startReached(id: string): Promise<void> {
      const thread = threadOf(id);
      const first = thread?.status === 'ready' ? thread.messages[0] : undefined;
      if (thread?.status !== 'ready' || !thread.hasOlder || thread.isLoadingOlder || !first) return;
      set(id, { ...thread, isLoadingOlder: true });
      const page = await rest.listMessages(id, { before: first.seq }).catch(() => null);
      const now = threadOf(id);
      // The thread has a different range by now, which this page does not precede.
      if (now?.status !== 'ready' || now.messages[0]?.seq !== first.seq) return;
      const messages = page ? prepend(now.messages, page.map(latest)) : now.messages;
      set(id, { ...now, messages, hasOlder: (messages[0]?.seq ?? 1) > 1, isLoadingOlder: false });
    },
  };
}
