import { expect } from 'vitest';

const TOLERANCE = 0.1;
/** Smaller differences cannot be exploited, and are less than the noise of a busy machine; milliseconds. */
const FLOOR_MS = 1;

/** The lower quartile: other load can only add time, and disturbs the fastest samples less than the median. */
const quartile = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 2] ?? 0;

/**
 * Measures two operations in turns, each going first equally often. @returns the lower quartiles in milliseconds.
 * @param rest awaited after each operation, so that work left over from one does not slow down the next.
 */
export async function quartilesOf(
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
  return [quartile(samples[0]), quartile(samples[1])];
}

expect.extend({
  toBeAlike(received: number, expected: number) {
    const difference = Math.abs(received - expected);
    return {
      pass: difference <= Math.max(FLOOR_MS, TOLERANCE * Math.max(received, expected)),
      message: () => `${received} ms and ${expected} ms are not alike`,
    };
  },
});

declare module 'vitest' {
  interface Matchers {
    /** Expects two durations in milliseconds to be indistinguishable. */
    toBeAlike(expected: number): void;
  }
}
