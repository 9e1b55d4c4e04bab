import type { CacheStorage } from '../store/session/ports.ts';
import type { BrowserDatabase } from './browser-database.ts';

/** How many conversations of the inbox, messages per thread, and threads are cached. */
const CONVERSATIONS_MAX = 100;
const MESSAGES_MAX = 100;
const THREADS_MAX = 20;

/** The local cache of loaded conversations, in IndexedDB. */
export function createIndexedDbCache(opened: BrowserDatabase): CacheStorage {
  const ofMember = (personId: string) => IDBKeyRange.bound([personId], [personId, []]);

  return {
    loadInbox: async (personId) => (await (await opened()).get('inbox', personId))?.conversations ?? [],
    loadThread: async (personId, id) =>
      (await (await opened()).get('threads', [personId, id]))?.messages ?? [],
    async putInbox(personId, conversations) {
      await (await opened()).put('inbox', {
        personId,
        conversations: conversations.slice(0, CONVERSATIONS_MAX),
      });
    },
    async putThread(personId, id, messages) {
      const tx = (await opened()).transaction('threads', 'readwrite');
      await tx.store.put({ personId, id, at: Date.now(), messages: messages.slice(-MESSAGES_MAX) });
      const keys = await tx.store.index('latest').getAllKeys(ofMember(personId));
      for (const key of keys.slice(0, -THREADS_MAX)) await tx.store.delete(key);
      await tx.done;
    },
    async clear(personId) {
      const tx = (await opened()).transaction(['inbox', 'threads'], 'readwrite');
      await tx.objectStore('inbox').delete(personId);
      await tx.objectStore('threads').delete(ofMember(personId));
      await tx.done;
    },
  };
}
