import { LRUCache } from 'lru-cache';

const ENTRIES_MAX = 20_000;

/**
 * An LRU cache of a bounded number of entries.
 * @param ttlMs how long an entry is valid; without it, until it is evicted
 */
export const createBoundedCache = <V extends NonNullable<unknown>>(ttlMs = 0): LRUCache<string, V> =>
  // Bounded by size, with each entry of size 1: `max` would allocate room for all entries at once.
  new LRUCache({ maxSize: ENTRIES_MAX, sizeCalculation: () => 1, ttl: ttlMs });
