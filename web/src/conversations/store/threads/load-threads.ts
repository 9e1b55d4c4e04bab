import type { Message } from '@selvedge/shared/conversations/conversations';
import type { StoreApi } from 'zustand/vanilla';
import type { CacheStorage, Rest } from '../session/ports.ts';
import { toProblem } from '../session/problem.ts';
import type { MessagingState } from '../state.ts';
import type { MessageReceiver } from './receive-messages.ts';
import { isCached, isFollowed, threadAccess } from './thread-access.ts';

interface LoadParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listMessages'>;
  cache: Pick<CacheStorage, 'loadThread'>;
  receiver: Pick<MessageReceiver, 'addEarly' | 'checkThread'>;
}

interface Replacement {
  isWindow: boolean;
  read(): Promise<{ messages: Message[]; hasNewer: boolean }>;
  onFailed?(error: unknown): Promise<void>;
}

/** Fetches threads: their end, or a window around an old message. */
export function createThreadLoads({ store, rest, cache, receiver }: LoadParts) {
  const { threadOf, setThread } = threadAccess(store);
  /** The latest load of each thread; responses to earlier loads are ignored. */
  const loading = new Map<string, { isWindow: boolean }>();
  const failed = (id: string, error: unknown) =>
    setThread(id, { status: 'failed', problem: toProblem(error) });

  /** Shows the local cache until the server responds. */
  async function showCached(id: string): Promise<void> {
    const { personId } = store.getState();
    const thisLoad = loading.get(id);
    const messages = personId === null ? [] : await cache.loadThread(personId, id).catch(() => []);
    const [first] = messages;
    if (!first || loading.get(id) !== thisLoad || threadOf(id)?.status === 'ready') return;
    const place = { hasOlder: first.seq > 1, isLoadingOlder: false, hasNewer: false };
    setThread(id, { status: 'ready', messages, changeSeq: 0, ...place, isCached: true });
  }

  /**
   * Replaces the thread with what `read` returns plus what is received meanwhile, unless a newer load starts
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
      setThread(id, { status: 'ready', messages, changeSeq, hasOlder, isLoadingOlder: false, hasNewer });
      receiver.addEarly(id);
      // Changes during the request may not have reached this client as events.
      receiver.checkThread(id);
    } catch (error) {
      if (isCurrent()) await (onFailed?.(error) ?? failed(id, error));
    } finally {
      if (isCurrent()) {
        loading.delete(id);
        receiver.addEarly(id);
      }
    }
  }

  return {
    isLoading: (id: string): boolean => loading.has(id),

    /** Whether the thread is, or is about to be, a window around an old message. */
    isWindow(id: string): boolean {
      const thread = threadOf(id);
      return loading.get(id)?.isWindow ?? (thread?.status === 'ready' && thread.hasNewer);
    },

    /** Fetches the end of a thread. */
    async load(id: string): Promise<void> {
      const hasCached = isCached(threadOf(id));
      if (!hasCached) setThread(id, { status: 'loading' });
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
    },

    /** Fetches a window around a message. */
    async loadWindow(id: string, seq: number): Promise<void> {
      setThread(id, { status: 'loading' });
      await replace(id, {
        isWindow: true,
        async read() {
          const older = await rest.listMessages(id, { before: seq });
          const newer = await rest.listMessages(id, { after: seq - 1 });
          const hasNewer = isFollowed(newer, store.getState().conversations[id]);
          return { messages: [...older, ...newer], hasNewer };
        },
      });
    },

    clear: (): void => loading.clear(),
  };
}
export type ThreadLoads = ReturnType<typeof createThreadLoads>;
