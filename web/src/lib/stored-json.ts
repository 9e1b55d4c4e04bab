/** What an earlier page left in the browser's storage; null when there is nothing, or nothing that can be read. */
export function storedJson<T>(storage: Storage, key: string): T | null {
  try {
    // Only this product writes there, under this key.
    return JSON.parse(storage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
