import { expect } from 'vitest';

const TOLERANCE = 0.1;
/** Smaller differences cannot be exploited, and are less than the noise of a busy machine; milliseconds. */
const FLOOR_MS = 1;

/** The lower quartile: other load can only add time, and disturbs the fastest samples less than the median. */
const quartile = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 2] ?? 0;

/** How often as many rounds again are measured while the two differ: noise wears off, a difference does not. */
const BLOCKS = 6;

const isAlike = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(FLOOR_MS, TOLERANCE * Math.max(one, other));

/**
 * Measures two operations in turns, each going first equally often, until they are alike or `BLOCKS` times the rounds
 * are over. @returns the lower quartiles in milliseconds, of all that was measured.
 * @param rounds an even number
 * @param rest awaited after each operation, so that work left over from one does not slow down the next.
 */
export async function quartilesOf(
  rounds: number,
  works: [() => Promise<unknown>, () => Promise<unknown>],
  rest: () => Promise<unknown> = async () => undefined,
): Promise<[number, number]> {
  const samples: [number[], number[]] = [[], []];
  const quartiles = (): [number, number] => [quartile(samples[0]), quartile(samples[1])];
  for (let round = 0; round < rounds * BLOCKS; round += 1) {
    if (round > 0 && round % rounds === 0 && isAlike(...quartiles())) break;
    for (const i of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now();
      await works[i]();
      samples[i].push(performance.now() - startedAt);
      await rest();
    }
  }
  return quartiles();
}

expect.extend({
  toBeAlike(received: number, expected: number) {
    return {
      pass: isAlike(received, expected),
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
