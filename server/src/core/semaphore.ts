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

/** Like `createSemaphore`, with turns of their own for each person. */
export function createSemaphorePerPerson(max: number) {
  const people = new Map<string, { inTurn: ReturnType<typeof createSemaphore>; there: number }>();
  return async <T>(personId: string, work: () => Promise<T>): Promise<T> => {
    const person = people.get(personId) ?? { inTurn: createSemaphore(max), there: 0 };
    people.set(personId, person);
    person.there += 1;
    try {
      return await person.inTurn(work);
    } finally {
      person.there -= 1;
      if (person.there === 0) people.delete(personId);
    }
  };
}
