import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState } from './state.ts';

/** So many threads a tab holds. One `sync` names them all. */
export const THREADS_HELD_MAX = 50;
/** A thread that is not shown any more is not held if it has more; one at whose end somebody reads loses its oldest. */
export const MESSAGES_HELD_MAX = 600;
/** So many it then has: far more than a screen shows, and long until it happens again. */
export const MESSAGES_LEFT = 300;

/** Lets go of threads that nobody has looked at for longest: a tab that is open for months holds no more than one of today. */
export function createHeldThreads(store: StoreApi<MessagingState>, letGo: (id: string) => void) {
  /** In the order in which they were shown last. */
  const shown = new Set<string>();

  /** What is open, on its way here or waiting to be sent stays. */
  function mayGo(id: string): boolean {
    const { threads, selection, outbox } = store.getState();
    const isOpen = selection?.kind === 'conversation' && selection.id === id;
    return threads[id]?.status !== 'loading' && !isOpen && !outbox.some((one) => one.conversationId === id);
  }

  function isLong(id: string): boolean {
    const thread = store.getState().threads[id];
    return thread?.status === 'ready' && thread.messages.length > MESSAGES_HELD_MAX;
  }

  return {
    /** A thread is opened: it is the last to go. */
    shown(id: string): void {
      shown.delete(id);
      shown.add(id);
      for (const one of [...shown]) {
        if ((shown.size <= THREADS_HELD_MAX && !isLong(one)) || !mayGo(one)) continue;
        shown.delete(one);
        letGo(one);
      }
    },
    forgotten: (): void => shown.clear(),
  };
}
