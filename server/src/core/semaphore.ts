/**
 * A semaphore: runs at most `max` tasks at once; the rest queue in order.
 * @param onWait is called with the queue length before another task is queued, and may throw to refuse it.
 */
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

/** Like `createSemaphore`, with separate permits for each member. */
export function createSemaphorePerPerson(max: number) {
  const members = new Map<string, { semaphore: ReturnType<typeof createSemaphore>; pending: number }>();
  return async <T>(personId: string, task: () => Promise<T>): Promise<T> => {
    const member = members.get(personId) ?? { semaphore: createSemaphore(max), pending: 0 };
    members.set(personId, member);
    member.pending += 1;
    try {
      return await member.semaphore(task);
    } finally {
      member.pending -= 1;
      if (member.pending === 0) members.delete(personId);
    }
  };
}
