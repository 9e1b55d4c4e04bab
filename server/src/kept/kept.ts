/** What something weighs beside its bytes: its key, its entry, its headers. */
const ENTRY_BYTES = 512;

interface Entry<T> {
  version: string;
  value: Promise<T>;
  bytes: number;
}

export interface Kept<T> {
  /**
   * What was made under this key when this was the version, or else what `make` makes now; those who ask at once share
   * it. What fails is not kept.
   * @param version read after the question came, and before what is made from it.
   */
  get(key: string, version: string, make: () => Promise<T>): Promise<T>;
  /** What all of it weighs. */
  bytes(): number;
}

/** Keeps up to `maxBytes` of what was made; what nobody has asked for the longest goes first. What weighs more alone is not kept. */
export function createKept<T>(maxBytes: number, bytesOf: (value: T) => number): Kept<T> {
  /** In the order in which they were asked for. */
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
