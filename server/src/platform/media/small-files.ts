import { LRUCache } from 'lru-cache';
import { isChatImageKey } from './media-key.ts';
import type { MediaStore } from './media-store.ts';

const CACHE_MAX_BYTES = 16 * 1024 * 1024;
/** An operator may delete a file by hand; the server's own removals take effect at once. */
const TTL_MS = 60_000;

/** For a store that only this process writes: reading from disk takes five times as much CPU. */
export function cacheSmallFiles(store: MediaStore): MediaStore {
  const cache = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: (bytes) => bytes.length,
    ttl: TTL_MS,
  });
  /** The number of removals: a read that started before one must not cache its file again. */
  let removals = 0;
  return {
    ...store,
    async read(key) {
      const known = cache.get(key);
      if (known) return { size: known.length, body: known };
      const removalsBefore = removals;
      const file = await store.read(key);
      const isCacheable = removals === removalsBefore && !isChatImageKey(key);
      // A damaged file may be empty; the cache takes no entry without a size.
      if (file && isCacheable && file.body instanceof Buffer && file.size > 0) cache.set(key, file.body);
      return file;
    },
    async remove(key) {
      removals += 1;
      cache.delete(key);
      await store.remove(key);
      // Reads that started meanwhile may have found it.
      removals += 1;
      cache.delete(key);
    },
  };
}
