import { type Contender, startRelay, startSelvedge } from './chat/contenders.ts';
import { type ChatRun, measureChat } from './chat/measure.ts';
import { faultsOf, inTurns, median, saturationOf, show, VOID } from './chat/rounds.ts';
import { type BenchTable, percentile } from './table.ts';

const PAIRS = 500;
const IN_FLIGHT = 256;
const SATURATIONS = [
  { pairs: 50, pace: { inFlight: IN_FLIGHT }, warmUpMs: 1_500, ms: 3_000 },
  { pairs: PAIRS, pace: { inFlight: IN_FLIGHT }, warmUpMs: 1_500, ms: 3_000 },
];
const PACED = { pairs: 50, pace: { perSecond: 200 }, warmUpMs: 1_000, ms: 4_000 };

/** The median figure of the product, the first contender, divided by that of another. */
function ratio(rounds: number[][], of: number): string {
  return of === 0 ? '' : (median(rounds[0] ?? []) / median(rounds[of] ?? [])).toFixed(2);
}

const microseconds = ({ server, acked }: ChatRun) => (server.cpuMs * 1000) / acked;

function describeSaturation(contenders: Contender[], found: ChatRun[][], pairs: number): BenchTable {
  const rates = found.map((runs) => runs.map(({ perSecond }) => perSecond));
  const cpu = found.map((runs) => runs.map(microseconds));
  return {
    title: saturationOf(pairs),
    columns: [
      'median (lowest–highest)',
      'messages/s',
      "Selvedge's share",
      "the server's CPU, µs each",
      "Selvedge's to it",
      'KB written each',
      'commits each',
      "the load's CPU share",
      "the load's own delay p99, ms",
    ],
    rows: contenders.map(({ name }, n) => {
      const runs = found[n] ?? [];
      const faults = faultsOf(runs);
      if (faults) return [`${name}: ${faults}`, ...Array.from({ length: 8 }, () => VOID)];
      const each = (of: (run: ChatRun) => number) => median(runs.map((run) => of(run) / run.acked));
      return [
        name,
        show(rates[n] ?? [], 0),
        ratio(rates, n),
        show(cpu[n] ?? [], 1),
        ratio(cpu, n),
        (each(({ server }) => server.writtenBytes) / 1000).toFixed(2),
        each(({ server }) => server.commits).toFixed(3),
        median(runs.map(({ ownCpuShare }) => ownCpuShare)).toFixed(2),
        median(runs.map(({ ownDelayP99Ms }) => ownDelayP99Ms)).toFixed(1),
      ];
    }),
  };
}

function describePaced(contenders: Contender[], found: ChatRun[][]): BenchTable {
  const part = (runs: ChatRun[], of: number) => runs.map(({ arrivalMs }) => percentile(arrivalMs, of));
  const [medians, tails] = [0.5, 0.99].map((of) => found.map((runs) => part(runs, of))) as [
    number[][],
    number[][],
  ];
  return {
    title: `From one member's send to the other's receipt, ${PACED.pace.perSecond} messages/s over ${PACED.pairs} pairs`,
    columns: [
      'milliseconds',
      'p50',
      'p95',
      'p99',
      "Selvedge's p50 to it",
      "Selvedge's p99 to it",
      "the load's own delay p99",
    ],
    rows: contenders.map(({ name }, n) => {
      const runs = found[n] ?? [];
      const faults = faultsOf(runs);
      if (faults) return [`${name}: ${faults}`, ...Array.from({ length: 6 }, () => VOID)];
      return [
        name,
        ...[0.5, 0.95, 0.99].map((of) => show(part(runs, of), 2)),
        ratio(medians, n),
        ratio(tails, n),
        median(runs.map(({ ownDelayP99Ms }) => ownDelayP99Ms)).toFixed(2),
      ];
    }),
  };
}

/** Compares the chat with a minimal relay in one run: throughput, cost and latency. */
export async function bench(): Promise<BenchTable[]> {
  const contenders: Contender[] = [];
  try {
    contenders.push(await startSelvedge(PAIRS), await startRelay(PAIRS));
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
