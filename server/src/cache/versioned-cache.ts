/** The overhead of a cached value beside its bytes: its key, its entry, its headers. */
const ENTRY_BYTES = 512;

interface Entry<T> {
  version: string;
  value: Promise<T>;
  bytes: number;
}

export interface VersionedCache<T> {
  /**
   * The value that was cached under this key at this version, or else what `make` makes now; concurrent calls share one
   * `make`. Failures are not cached.
   * @param version read after the request came, and before the data that the value is made from.
   */
  get(key: string, version: string, make: () => Promise<T>): Promise<T>;
  /** The size of all entries. */
  bytes(): number;
}

/** An LRU cache of up to `maxBytes`; a value that is larger than that by itself is not cached. */
export function createVersionedCache<T>(maxBytes: number, bytesOf: (value: T) => number): VersionedCache<T> {
  /** The least recently used first. */
  const entries = new Map<string, Entry<T>>();
  let total = 0;

  function drop(key: string, entry: Entry<T>): void {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    total -= entry.bytes;
  }

  function weigh(key: string, entry: Entry<T>, value: T): void {
    if (entries.get(key) !== entry) return;
    const bytes = bytesOf(value);
    if (entry.bytes + bytes > maxBytes) {
      drop(key, entry);
      return;
    }
    entry.bytes += bytes;
    total += bytes;
    for (const [oldest, old] of entries) {
      if (total <= maxBytes) break;
      drop(oldest, old);
    }
  }

  return {
    get(key, version, make) {
      const known = entries.get(key);
      if (known) {
        entries.delete(key);
        if (known.version === version) {
          entries.set(key, known);
          return known.value;
        }
        total -= known.bytes;
      }
      const entry: Entry<T> = { version, value: make(), bytes: ENTRY_BYTES + 2 * key.length };
      entries.set(key, entry);
      total += entry.bytes;
      entry.value.then(
        (value) => weigh(key, entry, value),
        () => drop(key, entry),
      );
      return entry.value;
    },
    bytes: () => total,
  };
}
