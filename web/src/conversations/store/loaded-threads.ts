import type { StoreApi } from 'zustand/vanilla';
import { isOpen, type MessagingState } from './state.ts';

/** How many threads one tab holds; small enough for one `sync` to name them all. */
export const THREADS_MAX = 50;
/** Threads with more messages are dropped once they are not open; an open one at its end is cut to `MESSAGES_LEFT`. */
export const THREAD_MESSAGES_MAX = 600;
/**
 * How many of its newest messages a thread keeps then: far more than a screen shows, and few enough to make cuts rare.
 */
export const MESSAGES_LEFT = 300;

/** Evicts the least recently opened threads, so that a tab that is open for months holds no more than a new one. */
export function createLoadedThreads(store: StoreApi<MessagingState>, letGo: (id: string) => void) {
  /** In the order in which they were last opened. */
  const shown = new Set<string>();

  /** Threads that are open, loading or still sending stay. */
  function mayGo(id: string): boolean {
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
    /** A thread is opened: it becomes the last to be evicted. */
    shown(id: string): void {
      shown.delete(id);
      shown.add(id);
      for (const one of [...shown]) {
        if ((shown.size <= THREADS_MAX && !isLong(one)) || !mayGo(one)) continue;
        shown.delete(one);
        letGo(one);
      }
    },
    forgotten: (): void => shown.clear(),
  };
}
