import { LRUCache } from 'lru-cache';

/** Overhead of a cached value beyond its bytes: its key, entry and headers. */
const ENTRY_BYTES = 512;

interface Entry<T> {
  version: string;
  value: Promise<T>;
}

interface VersionedCache<T> {
  /**
   * Concurrent calls share one `make`. Failures are not cached.
   * @param version read after the request arrives and before the data that the value is built from
   */
  get(key: string, version: string, make: () => Promise<T>): Promise<T>;
  bytes(): number;
}

/** An LRU cache of up to `maxBytes`; a single value larger than that is not cached. */
export function createVersionedCache<T>(maxBytes: number, bytesOf: (value: T) => number): VersionedCache<T> {
  const entries = new LRUCache<string, Entry<T>>({ maxSize: maxBytes });

  return {
    get(key, version, make) {
      const cached = entries.get(key);
      if (cached?.version === version) return cached.value;
      const entry = { version, value: make() };
      const overhead = ENTRY_BYTES + 2 * key.length;
      entries.set(key, entry, { size: overhead });
      const isCurrent = () => entries.peek(key) === entry;
      entry.value.then(
        (value) => {
          // A new object, because setting the same one again would not update its size.
          if (isCurrent())
            entries.set(key, { ...entry }, { size: Math.min(overhead + bytesOf(value), maxBytes + 1) });
        },
        () => isCurrent() && entries.delete(key),
      );
      return entry.value;
    },
    bytes: () => entries.calculatedSize,
  };
}
