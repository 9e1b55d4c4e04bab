import { LRUCache } from 'lru-cache';

const ENTRIES_MAX = 20_000;

/**
 * An LRU cache of a bounded number of entries.
 * @param ttlMs how long an entry is valid; without it, until it is evicted
 */
export const createBoundedCache = <V extends NonNullable<unknown>>(ttlMs = 0): LRUCache<string, V> =>
  // Limited by `maxSize`, with each entry counted as 1, because `max` would allocate space for all entries up
  // front.
  new LRUCache({ maxSize: ENTRIES_MAX, sizeCalculation: () => 1, ttl: ttlMs });
