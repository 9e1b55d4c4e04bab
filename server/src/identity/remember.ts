/** Entries of a memory; the oldest go first. */
const REMEMBERED_MAX = 20_000;

/** Keeps a value in a memory that does not grow without end. */
export function remember<V>(memory: Map<string, V>, key: string, value: V): void {
  memory.delete(key);
  memory.set(key, value);
  if (memory.size > REMEMBERED_MAX) {
    const [oldest] = memory.keys();
    if (oldest !== undefined) memory.delete(oldest);
  }
}
