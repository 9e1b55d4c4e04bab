import { expect } from 'vitest';

const TOLERANCE = 0.1;
/** Smaller differences cannot be exploited, and are below the noise of a busy machine; milliseconds. */
const FLOOR_MS = 1;
/** How often the rounds are repeated while the two differ: noise averages out, a real difference does not. */
const BLOCKS = 6;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

interface Comparison {
  /** How much longer the first takes than the second, and how long each takes; medians in milliseconds. */
  difference: number;
  duration: number;
}

const isAlike = ({ difference, duration }: Comparison): boolean =>
  Math.abs(difference) <= Math.max(FLOOR_MS, TOLERANCE * duration);

/**
 * Measures two operations alternately, each going first equally often, until they take equally long, for at
 * most `BLOCKS` times the rounds. It compares operations of the same round, because a machine that slows down
 * slows both.
 * @param rounds an even number
 * @param rest awaited after each operation, so that leftover work does not slow down the next one
 */
export async function compareDurations(
  rounds: number,
  works: [() => Promise<unknown>, () => Promise<unknown>],
  rest: () => Promise<unknown> = async () => undefined,
): Promise<Comparison> {
  const samples: [number, number][] = [];
  const compared = (): Comparison => ({
    difference: median(samples.map(([first, second]) => first - second)),
    duration: median(samples.flat()),
  });
  while (samples.length < rounds * BLOCKS) {
    const sample: [number, number] = [0, 0];
    for (const i of samples.length % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now();
      await works[i]();
      sample[i] = performance.now() - startedAt;
      await rest();
    }
    samples.push(sample);
    if (samples.length % rounds === 0 && isAlike(compared())) break;
  }
  return compared();
}

expect.extend({
  toBeAlike(received: Comparison) {
    const { difference, duration } = received;
    return {
      pass: isAlike(received),
      message: () => `of ${duration} ms, ${difference} ms differ`,
    };
  },
});

declare module 'vitest' {
  interface Matchers {
    /** Expects two operations to take equally long, so that an attacker cannot distinguish them. */
    toBeAlike(): void;
  }
}
