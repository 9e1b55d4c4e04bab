import type { Reading } from '../../support/measuring/probe.ts';
import { percentile } from '../table.ts';
import { keepPace, type Sampled, saturate } from './load.ts';
import type { Product, Site } from './site.ts';

const ROUNDS = 5;
const STROLLS = 300;

/** The same reads from the product and from its baseline. */
export interface Contest {
  name: string;
  /** Requests per round. */
  times: number;
  /** The requests of a round. */
  ours(round: number): Sampled;
  limit(round: number): Sampled;
  /** Runs before each round. */
  prepare?(): void;
}

/** Measures one round. @returns the rate and the CPU microseconds per response. */
async function measure(server: Product, sampled: Sampled, times: number) {
  await server.probe<Reading>();
  const { perSecond, ms } = await saturate(sampled, times);
  const { cpuMs } = await server.probe<Reading>();
  return { perSecond, ms, cpu: (cpuMs * 1_000) / times };
}
type Measured = Awaited<ReturnType<typeof measure>>;

const median = (values: number[]): number => percentile(values, 0.5);

const spread = (values: number[]): string =>
  `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;

/** Lets the product and the baseline take turns. @returns a row of the table, and the product's CPU microseconds */
export async function contend(
  site: Pick<Site, 'product' | 'limits'>,
  { name, times, ours, limit, prepare = () => undefined }: Contest,
): Promise<{ row: (string | number)[]; cpu: number }> {
  const rounds: [Measured, Measured][] = [];
  // The first round is a warm-up.
  for (let n = 0; n <= ROUNDS; n += 1) {
    prepare();
    const both = [
      await measure(site.product, ours(n), times),
      await measure(site.limits, limit(n), times),
    ] as const;
    if (n > 0) rounds.push([...both]);
  }
  prepare();
  const paced = await keepPace(ours(0), STROLLS);
  const of = (which: 0 | 1, what: 'perSecond' | 'cpu') => median(rounds.map((round) => round[which][what]));
  const rates = rounds.map(([our, theirs]) => our.perSecond / theirs.perSecond);
  const cpus = rounds.map(([our, theirs]) => our.cpu / theirs.cpu);
  const saturated = rounds.flatMap(([{ ms }]) => ms);
  const row = [
    name,
    ...[of(0, 'perSecond'), of(1, 'perSecond')].map((rate) => rate.toFixed(0)),
    ...[median(rates).toFixed(2), spread(rates)],
    ...[of(0, 'cpu'), of(1, 'cpu')].map((micros) => micros.toFixed(0)),
    ...[median(cpus).toFixed(2), spread(cpus)],
    ...[0.5, 0.95, 0.99].map((part) => percentile(saturated, part).toFixed(2)),
    percentile(paced, 0.99).toFixed(2),
  ];
  return { row, cpu: of(0, 'cpu') };
}

export const COLUMNS = [
  'at full speed',
  ...['requests/s', 'the limit', 'ratio', 'spread'],
  ...['µs of CPU', 'the limit', 'times', 'spread'],
  ...['p50 ms', 'p95', 'p99', 'p99 at 100/s'],
];
