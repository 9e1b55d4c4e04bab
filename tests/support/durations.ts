import { expect } from 'vitest';

const TOLERANCE = 0.1;
/** Below this nobody can tell two replies apart, and a busy machine makes more of a difference; milliseconds. */
const FLOOR_MS = 1;

/** What else a machine does only ever adds; so many of the samples had little of it, where the median may have had much. */
const quartile = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 2] ?? 0;

/**
 * How long each of two things takes, in milliseconds, as the lower quartile: in turns, and each as often as the other goes first.
 * @param rest what is waited for after each, so that what one leaves behind does not slow down the next.
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
    /** Two durations in milliseconds that tell nothing apart. */
    toBeAlike(expected: number): void;
  }
}
