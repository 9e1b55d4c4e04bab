import { percentile } from '../table.ts';
import type { ChatRun } from './measure.ts';

const ROUNDS = 3;

/** Measures each contender once per round and rotates the order, so that none benefits from its position. */
export async function inTurns<C, T>(contenders: C[], measure: (one: C) => Promise<T>): Promise<T[][]> {
  const found: T[][] = contenders.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let n = 0; n < contenders.length; n += 1) {
      const turn = (n + round) % contenders.length;
      const contender = contenders[turn];
      if (contender) found[turn]?.push(await measure(contender));
    }
  }
  return found;
}

export const median = (figures: number[]) => percentile(figures, 0.5);

/** The median of the rounds with their range. */
export function show(figures: number[], digits: number): string {
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  return `${median(figures).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** The faults of all runs; any fault voids the figures. */
export const faultsOf = (runs: ChatRun[]) => [...new Set(runs.flatMap(({ faults }) => faults))].join('; ');

/** Shown in place of figures that faults have voided. */
export const VOID = 'void';

export const saturationOf = (pairs: number) =>
  `Messages acked, stored and delivered to both participants at full speed, ${pairs} pairs`;
