import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState, Thread } from './state.ts';

export const isCached = (thread: Thread | undefined): boolean =>
  thread?.status === 'ready' && thread.isCached === true;

/** Reads and replaces single threads of the store. */
export const threadAccess = (store: StoreApi<MessagingState>) => ({
  threadOf: (id: string): Thread | undefined => store.getState().threads[id],
  setThread: (id: string, thread: Thread): void =>
    store.setState((s) => ({ threads: { ...s.threads, [id]: thread } })),
});
