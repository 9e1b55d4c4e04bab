import type { StoreApi } from 'zustand/vanilla';
import type { CacheStorage, Rest } from '../session/ports.ts';
import type { MessagingState } from '../state.ts';
import { createChangedMessages } from './changed-messages.ts';
import { createThreadEviction } from './evict-threads.ts';
import { createThreadPages } from './load-pages.ts';
import { createThreadLoads } from './load-threads.ts';
import { createMessageReceiver } from './receive-messages.ts';
import { isCached, threadAccess } from './thread-access.ts';

interface ThreadsParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listMessages'>;
  cache: Pick<CacheStorage, 'loadThread'>;
  /** Requests what a thread lacks that its conversation has. */
  catchUp(): void;
}

/** The loaded threads: each is fetched when it is opened, and stays without gaps. */
export function createThreads({ store, rest, cache, catchUp }: ThreadsParts) {
  const { threadOf } = threadAccess(store);
  const changed = createChangedMessages();
  const receiver = createMessageReceiver({
    ...{ store, rest, changed, catchUp },
    loadThread: (id) => void loads.load(id),
  });
  const loads = createThreadLoads({ store, rest, cache, receiver });
  const pages = createThreadPages({ store, rest, changed, receiver, loads });

  function evictThread(id: string): void {
    const { [id]: _, ...threads } = store.getState().threads;
    store.setState({ threads });
    changed.evict(id);
  }
  const eviction = createThreadEviction(store, evictThread);

  return {
    ...pages,
    receiveMessages: receiver.receiveMessages,
    checkThread: receiver.checkThread,
    raiseChangeSeq: receiver.raiseChangeSeq,
    evictThread,

    /** Fetches a thread that is not loaded, or failed to load. */
    async openThread(id: string): Promise<void> {
      eviction.touch(id);
      const thread = threadOf(id);
      const isNeeded = !thread || thread.status === 'failed' || isCached(thread);
      if (isNeeded && !loads.isLoading(id)) await loads.load(id);
    },

    /** Loads a window around a message, unless the message is loaded already. */
    async loadMessagesAround(id: string, seq: number): Promise<void> {
      const before = threadOf(id);
      if (before?.status === 'ready' && !before.isCached) {
        const [first, last] = [before.messages[0]?.seq ?? seq + 1, before.messages.at(-1)?.seq ?? 0];
        if (first <= seq && seq <= last) return;
      }
      const loading = loads.loadWindow(id, seq);
      // Only after the load has started, because a thread that is loading is not evicted.
      eviction.touch(id);
      await loading;
    },

    /** Jumps from a window to the end of the thread. */
    async jumpToEnd(id: string): Promise<void> {
      if (!loads.isWindow(id)) return;
      store.setState({ target: null });
      await loads.load(id);
    },

    /** Drops all threads of a member who has left. */
    clearThreads(): void {
      receiver.clear();
      changed.clear();
      loads.clear();
      eviction.clear();
    },
  };
}
