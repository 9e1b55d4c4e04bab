/** How many entries a cache holds; the oldest are dropped first. */
const REMEMBERED_MAX = 20_000;

/** Puts a value into a cache of bounded size. */
export function remember<V>(memory: Map<string, V>, key: string, value: V): void {
  memory.delete(key);
  memory.set(key, value);
  if (memory.size > REMEMBERED_MAX) {
    const [oldest] = memory.keys();
    if (oldest !== undefined) memory.delete(oldest);
  }
}
