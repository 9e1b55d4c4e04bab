import { LRUCache } from 'lru-cache';

const ENTRIES_MAX = 20_000;

interface Bounds {
  entriesMax?: number;
  /** How long an entry is valid; without it, until it is evicted. */
  ttlMs?: number;
}

export function createBoundedCache<V extends NonNullable<unknown>>({
  entriesMax = ENTRIES_MAX,
  ttlMs = 0,
}: Bounds = {}): LRUCache<string, V> {
  return new LRUCache({ maxSize: entriesMax, sizeCalculation: () => 1, ttl: ttlMs });
}
