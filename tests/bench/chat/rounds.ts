import { percentile } from '../table.ts';
import type { Talk } from './measure.ts';

const ROUNDS = 3;

/** Each contender once a round, and each round begun by another, so that none has the machine's best moments. */
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

/** The median of the rounds and how far they lie apart. */
export function show(figures: number[], digits: number): string {
  const [low, high] = [Math.min(...figures), Math.max(...figures)];
  return `${median(figures).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** What of the talks was no talk as promised: then no figure is shown. */
export const faultsOf = (talks: Talk[]) => [...new Set(talks.flatMap(({ faults }) => faults))].join('; ');

/** In place of figures that are none. */
export const VOID = 'void';

export const saturationOf = (pairs: number) =>
  `Messages that are acked, on disk and with both people, as fast as they come, ${pairs} pairs`;
