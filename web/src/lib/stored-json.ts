/** A JSON value from the browser's storage; null when it is missing or invalid. */
export function storedJson<T>(storage: Storage, key: string): T | null {
  try {
    // Only this app writes to this key, so the cast is safe.
    return JSON.parse(storage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
