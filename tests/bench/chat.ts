import { type Contender, startRelay, startSelvedge } from './chat/contenders.ts';
import { type ChatRun, measureChat } from './chat/measure.ts';
import { faultsOf, inTurns, median, saturationOf, show, VOID } from './chat/rounds.ts';
import { type BenchTable, percentile } from './table.ts';

const PAIRS = 500;
const SATURATIONS = [
  { pairs: 50, pace: { inFlight: 4 }, warmUpMs: 1_500, ms: 3_000 },
  { pairs: PAIRS, pace: { inFlight: 1 }, warmUpMs: 1_500, ms: 3_000 },
];
const PACED = { pairs: 50, pace: { perSecond: 200 }, warmUpMs: 1_000, ms: 4_000 };

/** The median rate of the product, which is the first contender, divided by that of another contender. */
function ratio(rounds: number[][], of: number): string {
  return of === 0 ? '' : (median(rounds[0] ?? []) / median(rounds[of] ?? [])).toFixed(2);
}

function describeSaturation(contenders: Contender[], found: ChatRun[][], pairs: number): BenchTable {
  const rates = found.map((runs) => runs.map(({ perSecond }) => perSecond));
  return {
    title: saturationOf(pairs),
    columns: [
      'median (lowest–highest)',
      'messages/s',
      "Selvedge's share",
      "the server's CPU, µs each",
      'commits each',
      "the load's CPU share",
      "the load's own delay p99, ms",
    ],
    rows: contenders.map(({ name }, n) => {
      const runs = found[n] ?? [];
      const faults = faultsOf(runs);
      if (faults) return [`${name}: ${faults}`, VOID, VOID, VOID, VOID, VOID, VOID];
      const each = (of: (run: ChatRun) => number) => runs.map((run) => of(run) / run.acked);
      return [
        name,
        show(rates[n] ?? [], 0),
        ratio(rates, n),
        show(
          each(({ server }) => server.cpuMs * 1000),
          1,
        ),
        median(each(({ server }) => server.commits)).toFixed(3),
        median(runs.map(({ ownCpuShare }) => ownCpuShare)).toFixed(2),
        median(runs.map(({ ownDelayP99Ms }) => ownDelayP99Ms)).toFixed(1),
      ];
    }),
  };
}

function describePaced(contenders: Contender[], found: ChatRun[][]): BenchTable {
  const part = (runs: ChatRun[], of: number) => runs.map(({ arrivalMs }) => percentile(arrivalMs, of));
  const medians = found.map((runs) => part(runs, 0.5));
  return {
    title: `From one person's send to the other's receipt, ${PACED.pace.perSecond} messages/s over ${PACED.pairs} pairs`,
    columns: ['milliseconds', 'p50', 'p95', 'p99', "Selvedge's p50 to it", "the load's own delay p99"],
    rows: contenders.map(({ name }, n) => {
      const runs = found[n] ?? [];
      const faults = faultsOf(runs);
      if (faults) return [`${name}: ${faults}`, VOID, VOID, VOID, VOID, VOID];
      return [
        name,
        ...[0.5, 0.95, 0.99].map((of) => show(part(runs, of), 2)),
        ratio(medians, n),
        median(runs.map(({ ownDelayP99Ms }) => ownDelayP99Ms)).toFixed(2),
      ];
    }),
  };
}

/** Compares the chat with minimal relays in one run: throughput and latency of each. */
export async function bench(): Promise<BenchTable[]> {
  const contenders: Contender[] = [];
  try {
    contenders.push(await startSelvedge(PAIRS));
    for (const durability of ['grouped', 'each', 'nothing'] as const) {
      contenders.push(await startRelay(durability, PAIRS));
    }
    const tables: BenchTable[] = [];
    for (const saturation of SATURATIONS) {
      const found = await inTurns(contenders, (one) => measureChat(one, saturation));
      tables.push(describeSaturation(contenders, found, saturation.pairs));
    }
    tables.push(describePaced(contenders, await inTurns(contenders, (one) => measureChat(one, PACED))));
    return tables;
  } finally {
    for (const contender of contenders) await contender.stop();
  }
}
