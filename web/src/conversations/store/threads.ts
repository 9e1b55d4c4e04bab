import type { StoreApi } from 'zustand/vanilla';
import { createChangedMessages } from './changed-messages.ts';
import type { CacheStorage } from './conversation-cache.ts';
import { createLoadedThreads } from './loaded-threads.ts';
import type { Rest } from './ports.ts';
import type { MessagingState } from './state.ts';
import { isCached, threadAccess } from './thread-access.ts';
import { createThreadArrivals } from './thread-arrivals.ts';
import { createThreadLoads } from './thread-loads.ts';
import { createThreadPages } from './thread-pages.ts';

interface ThreadsParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listMessages'>;
  cache: Pick<CacheStorage, 'loadThread'>;
  /** A thread lacks something that its conversation has, and has to catch up. */
  onBehind(): void;
}

/** The loaded threads: each is fetched when it is opened, and stays without holes. */
export function createThreads({ store, rest, cache, onBehind }: ThreadsParts) {
  const { threadOf } = threadAccess(store);
  const changed = createChangedMessages();
  const arrivals = createThreadArrivals({
    ...{ store, rest, changed, onBehind },
    onReadable: (id) => void loads.load(id),
  });
  const loads = createThreadLoads({ store, rest, cache, arrivals });
  const pages = createThreadPages({ store, rest, changed, arrivals, loads });

  function evict(id: string): void {
    const { [id]: _, ...threads } = store.getState().threads;
    store.setState({ threads });
    changed.evict(id);
  }
  const loadedThreads = createLoadedThreads(store, evict);

  return {
    ...pages,
    arrived: arrivals.arrived,
    checked: arrivals.checked,
    changesKnown: arrivals.changesKnown,
    evict,

    /** Fetches a thread that is not loaded, or failed to load. */
    async opened(id: string): Promise<void> {
      loadedThreads.shown(id);
      const thread = threadOf(id);
      const isNeeded = !thread || thread.status === 'failed' || isCached(thread);
      if (isNeeded && !loads.isLoading(id)) await loads.load(id);
    },

    /** Loads a window around a message, unless the message is loaded already. */
    async loadAround(id: string, seq: number): Promise<void> {
      const before = threadOf(id);
      if (before?.status === 'ready' && !before.isCached) {
        const [first, last] = [before.messages[0]?.seq ?? seq + 1, before.messages.at(-1)?.seq ?? 0];
        if (first <= seq && seq <= last) return;
      }
      const loading = loads.loadWindow(id, seq);
      // Only after the load has started, because a thread that is loading is not evicted.
      loadedThreads.shown(id);
      await loading;
    },

    /** Jumps from a window to the end of the thread. */
    async jumpToEnd(id: string): Promise<void> {
      if (!loads.isWindow(id)) return;
      store.setState({ target: null });
      await loads.load(id);
    },

    /** Drops all threads of a member who has left. */
    forgotten(): void {
      arrivals.clear();
      changed.clear();
      loads.clear();
      loadedThreads.forgotten();
    },
  };
}
