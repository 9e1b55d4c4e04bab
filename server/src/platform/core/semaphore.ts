/** @param onWait gets the queue length before another task is queued, and may throw to refuse it */
export function createSemaphore(
  max: number,
  onWait: (waiting: number) => void = () => undefined,
): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < max) running += 1;
    else {
      onWait(waiting.length);
      // A finished task passes its permit on, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Like `createSemaphore`, with separate permits for each key, such as a member's id. */
export function createSemaphorePerKey(max: number, onWait?: (waiting: number) => void) {
  const semaphores = new Map<string, { run: ReturnType<typeof createSemaphore>; pending: number }>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const semaphore = semaphores.get(key) ?? { run: createSemaphore(max, onWait), pending: 0 };
    semaphores.set(key, semaphore);
    semaphore.pending += 1;
    try {
      return await semaphore.run(task);
    } finally {
      semaphore.pending -= 1;
      if (semaphore.pending === 0) semaphores.delete(key);
    }
  };
}
