import type { StoreApi } from 'zustand/vanilla';
import type { Rest } from '../session/ports.ts';
import type { MessagingState } from '../state.ts';
import type { ChangedMessages } from './changed-messages.ts';
import { MESSAGES_LEFT, THREAD_MESSAGES_MAX } from './evict-threads.ts';
import type { ThreadLoads } from './load-threads.ts';
import { mergeMessages, prependPage } from './merge-messages.ts';
import type { MessageReceiver } from './receive-messages.ts';
import { isFollowed, threadAccess } from './thread-access.ts';

interface PageParts {
  store: StoreApi<MessagingState>;
  rest: Pick<Rest, 'listMessages'>;
  changed: Pick<ChangedMessages, 'latest'>;
  receiver: Pick<MessageReceiver, 'fillGap'>;
  loads: Pick<ThreadLoads, 'isWindow'>;
}

/** Extends and cuts loaded threads as the reader scrolls. */
export function createThreadPages({ store, rest, changed, receiver, loads }: PageParts) {
  const { threadOf, setThread } = threadAccess(store);
  const loadingNewer = new Set<string>();

  return {
    /** Appends the next page to a window. */
    async loadNewerMessages(id: string): Promise<void> {
      const thread = threadOf(id);
      const last = thread?.status === 'ready' ? thread.messages.at(-1) : undefined;
      if (!last || !loads.isWindow(id) || loadingNewer.has(id)) return;
      loadingNewer.add(id);
      const page = await rest.listMessages(id, { after: last.seq }).catch(() => null);
      loadingNewer.delete(id);
      const now = threadOf(id);
      if (!page || now?.status !== 'ready' || !now.hasNewer) return;
      const { messages, hasGap } = mergeMessages(now.messages, page.map(changed.latest));
      // The window has changed, and the page no longer follows it.
      if (hasGap) return;
      const hasNewer = isFollowed(page, store.getState().conversations[id]);
      setThread(id, { ...now, messages, hasNewer });
      // Messages received before the window reached the end were not added to it.
      if (!hasNewer) void receiver.fillGap(id);
    },

    /** Prepends the previous page, if there is one. */
    async loadOlderMessages(id: string): Promise<void> {
      const thread = threadOf(id);
      const first = thread?.status === 'ready' ? thread.messages[0] : undefined;
      if (thread?.status !== 'ready' || !thread.hasOlder || thread.isLoadingOlder || !first) return;
      setThread(id, { ...thread, isLoadingOlder: true });
      const page = await rest.listMessages(id, { before: first.seq }).catch(() => null);
      const now = threadOf(id);
      // The thread's range has changed meanwhile, and this page no longer precedes it.
      if (now?.status !== 'ready' || now.messages[0]?.seq !== first.seq) return;
      const messages = page ? prependPage(now.messages, page.map(changed.latest)) : now.messages;
      setThread(id, { ...now, messages, hasOlder: (messages[0]?.seq ?? 1) > 1, isLoadingOlder: false });
    },

    /** The end is visible: drops messages far above it, which are fetched again when scrolling up. */
    trimThread(id: string): void {
      const thread = threadOf(id);
      if (thread?.status !== 'ready' || thread.messages.length <= THREAD_MESSAGES_MAX) return;
      const messages = thread.messages.slice(-MESSAGES_LEFT);
      // An older page in flight precedes the dropped messages, so its response is not needed.
      setThread(id, { ...thread, messages, hasOlder: true, isLoadingOlder: false });
    },
  };
}
