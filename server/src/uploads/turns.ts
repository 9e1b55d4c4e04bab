/** Runs at most `max` works at once; the rest wait in order. */
export function createTurns(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < max) running += 1;
    // Whoever ends hands its turn on, so the number that run stays the same.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** The same for each person apart. */
export function createTurnsPerPerson(max: number) {
  const people = new Map<string, { inTurn: ReturnType<typeof createTurns>; there: number }>();
  return async <T>(personId: string, work: () => Promise<T>): Promise<T> => {
    const person = people.get(personId) ?? { inTurn: createTurns(max), there: 0 };
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
