/** Overhead of a cached value beyond its bytes: its key, entry and headers. */
const ENTRY_BYTES = 512;

interface Entry<T> {
  version: string;
  value: Promise<T>;
  bytes: number;
}

export interface VersionedCache<T> {
  /**
   * Returns the cached value of this key and version, or calls `make`; concurrent calls share one `make`. Failures are
   * not cached.
   * @param version read after the request arrives and before the data that the value is built from.
   */
  get(key: string, version: string, make: () => Promise<T>): Promise<T>;
  /** Total size of all entries. */
  bytes(): number;
}

/** An LRU cache of up to `maxBytes`; a single value larger than that is not cached. */
export function createVersionedCache<T>(maxBytes: number, bytesOf: (value: T) => number): VersionedCache<T> {
  /** Ordered from least to most recently used. */
  const entries = new Map<string, Entry<T>>();
  let total = 0;

  function evict(key: string, entry: Entry<T>): void {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    total -= entry.bytes;
  }

  function addSize(key: string, entry: Entry<T>, value: T): void {
    if (entries.get(key) !== entry) return;
    const bytes = bytesOf(value);
    if (entry.bytes + bytes > maxBytes) {
      evict(key, entry);
      return;
    }
    entry.bytes += bytes;
    total += bytes;
    for (const [oldest, old] of entries) {
      if (total <= maxBytes) break;
      evict(oldest, old);
    }
  }

  return {
    get(key, version, make) {
      const cached = entries.get(key);
      if (cached) {
        entries.delete(key);
        if (cached.version === version) {
          entries.set(key, cached);
          return cached.value;
        }
        total -= cached.bytes;
      }
      const entry: Entry<T> = { version, value: make(), bytes: ENTRY_BYTES + 2 * key.length };
      entries.set(key, entry);
      total += entry.bytes;
      entry.value.then(
        (value) => addSize(key, entry, value),
        () => evict(key, entry),
      );
      return entry.value;
    },
    bytes: () => total,
  };
}
