import { expect } from 'vitest';

const TOLERANCE = 0.1;
/** Below this nobody can tell two replies apart, and a busy machine makes more of a difference; milliseconds. */
const FLOOR_MS = 1;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * How long each of two things takes, in milliseconds: in turns, and each as often as the other goes first.
 * @param rest what is waited for after each, so that what one leaves behind does not slow down the next.
 */
export async function mediansOf(
  times: number,
  works: [() => Promise<unknown>, () => Promise<unknown>],
  rest: () => Promise<unknown> = async () => undefined,
): Promise<[number, number]> {
  const samples: [number[], number[]] = [[], []];
  for (let round = 0; round < times; round += 1) {
    for (const i of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now();
      await works[i]();
      samples[i].push(performance.now() - startedAt);
      await rest();
    }
  }
  return [median(samples[0]), median(samples[1])];
}

expect.extend({
  toBeAlike(received: number, expected: number) {
    const difference = Math.abs(received - expected);
    return {
      pass: difference <= Math.max(FLOOR_MS, TOLERANCE * Math.max(received, expected)),
      message: () => `medians of ${received} ms and ${expected} ms differ`,
    };
  },
});

declare module 'vitest' {
  interface Matchers {
    /** Two medians in milliseconds that tell nothing apart. */
    toBeAlike(expected: number): void;
  }
}
