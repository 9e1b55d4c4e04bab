/**
 * A semaphore: runs at most `max` works at once; the rest wait in order.
 * @param onWait is called with the number that wait already before another one does, and may throw to refuse it.
 */
export function createSemaphore(
  max: number,
  onWait: (waiting: number) => void = () => undefined,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < max) running += 1;
    else {
      onWait(waiting.length);
      // A work that ends hands its turn on, so the number that run stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Like `createSemaphore`, separately for each key, such as the id of a member. */
export function createSemaphorePerKey(max: number, onWait?: (waiting: number) => void) {
  const semaphores = new Map<string, { run: ReturnType<typeof createSemaphore>; works: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const semaphore = semaphores.get(key) ?? { run: createSemaphore(max, onWait), works: 0 };
    semaphores.set(key, semaphore);
    semaphore.works += 1;
    try {
      return await semaphore.run(work);
    } finally {
      semaphore.works -= 1;
      if (semaphore.works === 0) semaphores.delete(key);
    }
  };
}
