/** A JSON value from the browser's storage; null when there is none, or it cannot be parsed. */
export function storedJson<T>(storage: Storage, key: string): T | null {
  try {
    // Only this product writes under this key, so the cast holds.
    return JSON.parse(storage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
