/** How many entries a cache holds; the oldest are evicted first. */
const ENTRIES_MAX = 20_000;

/** Puts a value into a cache of bounded size. */
export function remember<V>(cache: Map<string, V>, key: string, value: V): void {
  cache.delete(key);
  cache.set(key, value);
  if (cache.size > ENTRIES_MAX) {
    const [oldest] = cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
  }
}
