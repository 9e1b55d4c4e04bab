import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import { PAGE_DEFAULT } from '@selvedge/shared/platform/limits';
import type { StoreApi } from 'zustand/vanilla';
import type { MessagingState, Thread } from '../state.ts';

export const isCached = (thread: Thread | undefined): boolean =>
  thread?.status === 'ready' && thread.isCached === true;

/** Whether messages follow a page: it is full, or has fewer because they are heavy, and the conversation goes on. */
export const isFollowed = (page: Message[], conversation: Conversation | undefined): boolean =>
  page.length === PAGE_DEFAULT ||
  (page.at(-1)?.seq ?? Number.POSITIVE_INFINITY) < (conversation?.lastSeq ?? 0);

/** Reads and replaces single threads of the store. */
export const threadAccess = (store: StoreApi<MessagingState>) => ({
  threadOf: (id: string): Thread | undefined => store.getState().threads[id],
  setThread: (id: string, thread: Thread): void =>
    store.setState((s) => ({ threads: { ...s.threads, [id]: thread } })),
});
