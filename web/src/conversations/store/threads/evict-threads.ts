import type { StoreApi } from 'zustand/vanilla';
import { isOpen, type MessagingState } from '../state.ts';

/** How many threads one tab keeps in memory; few enough for one `sync` to list them all. */
export const THREADS_MAX = 50;
/** A longer thread is evicted once it is not open; an open one at its end is cut to `MESSAGES_LEFT`. */
export const THREAD_MESSAGES_MAX = 600;
/**
 * How many of its newest messages a trimmed thread keeps: far more than fit on a screen, and few enough that
 * trimming is rare.
 */
export const MESSAGES_LEFT = 300;

/**
 * Evicts the least recently opened threads, so that a tab open for months uses no more memory than a new one.
 */
export function createThreadEviction(store: StoreApi<MessagingState>, evict: (id: string) => void) {
  /** Thread ids, least recently opened first. */
  const opened = new Set<string>();

  /** Threads that are open, loading or still sending stay. */
  function isEvictable(id: string): boolean {
    const state = store.getState();
    const { threads, outbox } = state;
    return (
      threads[id]?.status !== 'loading' &&
      !isOpen(state, id) &&
      !outbox.some((one) => one.conversationId === id)
    );
  }

  function isLong(id: string): boolean {
    const thread = store.getState().threads[id];
    return thread?.status === 'ready' && thread.messages.length > THREAD_MESSAGES_MAX;
  }

  return {
    /** A thread was opened: it becomes the last to be evicted. */
    touch(id: string): void {
      opened.delete(id);
      opened.add(id);
      for (const one of [...opened]) {
        if ((opened.size <= THREADS_MAX && !isLong(one)) || !isEvictable(one)) continue;
        opened.delete(one);
        evict(one);
      }
    },
    clear: (): void => opened.clear(),
  };
}
