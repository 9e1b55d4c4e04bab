import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import { PAGE_DEFAULT } from '@selvedge/shared/platform/limits';
import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState, Thread } from '../state.ts';

export function isCached(thread: Thread | undefined): boolean {
  return thread?.status === 'ready' && thread.isCached === true;
}

/** Whether messages follow a page: it is full, or has fewer because they are heavy, and the conversation goes on. */
export function isFollowed(page: Message[], conversation: Conversation | undefined): boolean {
  return (
    page.length === PAGE_DEFAULT ||
    (page.at(-1)?.seq ?? Number.POSITIVE_INFINITY) < (conversation?.lastSeq ?? 0)
  );
}

/** Reads and replaces single threads of the store. */
export function threadAccess(store: StoreApi<MessagingState>) {
  return {
    threadOf: (id: string): Thread | undefined => store.getState().threads[id],
    setThread: (id: string, thread: Thread): void =>
      store.setState((s) => ({ threads: { ...s.threads, [id]: thread } })),
  };
}
