import type { Message } from '@selvedge/shared/conversations';
import type { StoreApi } from 'zustand/vanilla';
import type { CacheStorage } from './conversation-cache.ts';
import { listOf } from './inbox-list.ts';
import type { MessagingState } from './state.ts';

/**
 * Writes the inbox and the threads to the local cache as the server told them. One write at a time; the last one has
 * the latest state.
 */
export function keepSeen(store: StoreApi<MessagingState>, kept: CacheStorage): void {
  let conversations: MessagingState['conversations'] = {};
  let threads = new Map<string, readonly Message[]>();
  let keptFor: string | null = null;
  let isStale = false;
  let isWriting = false;

  async function write(): Promise<void> {
    const { personId, inboxes, conversations: shown, threads: held } = store.getState();
    if (personId === null) return;
    if (personId !== keptFor) {
      keptFor = personId;
      conversations = {};
      threads = new Map();
    }
    const { all } = inboxes;
    if (all?.status === 'ready' && !all.isKept && shown !== conversations) {
      conversations = shown;
      await kept.putInbox(personId, listOf('all', all, shown, personId));
    }
    // Threads that the store has evicted need no comparison any more.
    for (const id of threads.keys()) if (!held[id]) threads.delete(id);
    for (const [id, thread] of Object.entries(held)) {
      if (
        thread.status !== 'ready' ||
        thread.isKept ||
        thread.hasNewer ||
        threads.get(id) === thread.messages
      )
        continue;
      threads.set(id, thread.messages);
      // The person may have signed out meanwhile, and their cache is cleared.
      if (store.getState().personId !== personId) return;
      await kept.putThread(personId, id, thread.messages);
    }
  }

  async function untilFresh(): Promise<void> {
    isWriting = true;
    while (isStale) {
      isStale = false;
      // Without storage nothing is cached, and all else works.
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
    if (!isWriting) void untilFresh();
  });
}
