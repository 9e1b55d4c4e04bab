import { LRUCache } from 'lru-cache';

const ENTRIES_MAX = 20_000;

interface Bounds {
  entriesMax?: number;
  /** How long an entry is valid; without it, until it is evicted. */
  ttlMs?: number;
}

export const createBoundedCache = <V extends NonNullable<unknown>>({
  entriesMax = ENTRIES_MAX,
  ttlMs = 0,
}: Bounds = {}): LRUCache<string, V> =>
  // Bounded by size, with each entry of size 1: `max` would allocate room for all entries at once.
  new LRUCache({ maxSize: entriesMax, sizeCalculation: () => 1, ttl: ttlMs });
