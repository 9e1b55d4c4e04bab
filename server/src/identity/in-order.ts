const latest = new Map<string, Promise<unknown>>();

/** Runs work with the same key one at a time, in call order. */
export async function inOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
  const previous = latest.get(key)?.catch(() => undefined);
  const current = previous ? previous.then(work) : work();
  latest.set(key, current);
  try {
    return await current;
  } finally {
    if (latest.get(key) === current) latest.delete(key);
  }
}
