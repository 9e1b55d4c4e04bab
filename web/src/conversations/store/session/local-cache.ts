import type { Message } from '@selvedge/shared/conversations/conversations';
import type { StoreApi } from 'zustand/vanilla';
import { listOf } from '../inbox/inbox-list.ts';
import type { MessagingState } from '../state.ts';
import type { CacheStorage } from './ports.ts';

/**
 * Writes the inbox and threads from the server to the local cache. One write runs at a time, and the last one
 * writes the latest state.
 */
export function writeCache(store: StoreApi<MessagingState>, cache: CacheStorage): void {
  let conversations: MessagingState['conversations'] = {};
  let threads = new Map<string, readonly Message[]>();
  let cachedFor: string | null = null;
  let isStale = false;
  let isWriting = false;

  async function write(): Promise<void> {
    const { personId, inboxes, conversations: shown, threads: loaded } = store.getState();
    if (personId === null) return;
    if (personId !== cachedFor) {
      cachedFor = personId;
      conversations = {};
      threads = new Map();
    }
    const { all } = inboxes;
    if (all?.status === 'ready' && !all.isCached && shown !== conversations) {
      conversations = shown;
      await cache.putInbox(personId, listOf('all', all, shown, personId));
    }
    // Evicted threads need no comparison anymore.
    for (const id of threads.keys()) if (!loaded[id]) threads.delete(id);
    for (const [id, thread] of Object.entries(loaded)) {
      if (
        thread.status !== 'ready' ||
        thread.isCached ||
        thread.hasNewer ||
        threads.get(id) === thread.messages
      )
        continue;
      threads.set(id, thread.messages);
      // The member may have signed out meanwhile, which cleared their cache.
      if (store.getState().personId !== personId) return;
      await cache.putThread(personId, id, thread.messages);
    }
  }

  async function writeUntilFresh(): Promise<void> {
    isWriting = true;
    while (isStale) {
      isStale = false;
      // Without storage nothing is cached, but everything else works.
      await write().catch(() => undefined);
    }
    isWriting = false;
  }

  store.subscribe((now, before) => {
    if (
      now.conversations === before.conversations &&
      now.threads === before.threads &&
      now.inboxes === before.inboxes
    )
      return;
    isStale = true;
    if (!isWriting) void writeUntilFresh();
  });
}
