import { availableParallelism } from 'node:os';
import { type ChatRun, measureChat } from './chat/measure.ts';
import { faultsOf, inTurns, median, saturationOf, show, VOID } from './chat/rounds.ts';
import { type Cluster, type ClusterReading, startCluster } from './nodes/cluster.ts';
import { noProcesses } from './nodes/processes.ts';
import { type BenchTable, percentile } from './table.ts';

const PAIRS = 500;
const IN_FLIGHT = 256;
const SATURATIONS = [
  { pairs: 50, pace: { inFlight: IN_FLIGHT }, warmUpMs: 1_500, ms: 3_000 },
  { pairs: PAIRS, pace: { inFlight: IN_FLIGHT }, warmUpMs: 1_500, ms: 3_000 },
];
const PACED = { pairs: 50, pace: { perSecond: 200 }, warmUpMs: 1_000, ms: 4_000 };
const CORES = availableParallelism();
const SETTINGS = [
  ['sqlite', 'one node, SQLite'],
  ['postgres', 'one node, PostgreSQL'],
  ['two-nodes', 'two nodes, PostgreSQL, Redis'],
  ['relay', 'a relay, PostgreSQL, commits in groups'],
] as const;

type ChatRuns = ChatRun<ClusterReading>[];

const medianOf = (runs: ChatRuns, of: (run: ChatRuns[0]) => number) => median(runs.map(of));
const ratio = (figures: number[][], n: number) =>
  (median(figures[n] ?? []) / median(figures[0] ?? [])).toFixed(2);
/** A process's CPU time per message. */
const microseconds = (runs: ChatRuns, of: (reading: ClusterReading) => number) =>
  medianOf(runs, ({ server, acked }) => (of(server) * 1000) / acked).toFixed(0);

function describeSaturation(settings: Cluster[], found: ChatRuns[], pairs: number): BenchTable {
  const rates = found.map((runs) => runs.map(({ perSecond }) => perSecond));
  return {
    title: saturationOf(pairs),
    columns: [
      'median (lowest–highest)',
      'messages/s',
      'to the first',
      "each node's CPU, µs a message",
      "PostgreSQL's",
      "Redis's",
      'all of them',
      'bus messages each',
    ],
    rows: settings.map(({ name }, n) => {
      const runs = found[n] ?? [];
      const faults = faultsOf(runs);
      if (faults) return [`${name}: ${faults}`, ...Array.from({ length: 7 }, () => VOID)];
      const nodes = runs[0]?.server.nodesCpuMs ?? [];
      return [
        name,
        show(rates[n] ?? [], 0),
        ratio(rates, n),
        nodes.map((_, i) => microseconds(runs, ({ nodesCpuMs }) => nodesCpuMs[i] ?? 0)).join(', '),
        microseconds(runs, ({ postgresCpuMs }) => postgresCpuMs),
        microseconds(runs, ({ redisCpuMs }) => redisCpuMs),
        microseconds(runs, ({ cpuMs, postgresCpuMs, redisCpuMs }) => cpuMs + postgresCpuMs + redisCpuMs),
        medianOf(runs, ({ server, acked }) => server.busMessages / acked).toFixed(2),
      ];
    }),
  };
}

/**
 * The share of a core that each process took, and which single-threaded process came closest to a full core.
 */
function describeShares(settings: Cluster[], found: ChatRuns[], pairs: number): BenchTable {
  return {
    title: `Cores used by each process, ${pairs} pairs, on a machine with ${CORES} cores`,
    columns: ['median', 'nodes', 'PostgreSQL', 'Redis', 'the load', 'total', 'closest to a full core'],
    rows: settings.map(({ name }, n) => {
      const runs = found[n] ?? [];
      const share = (of: (reading: ClusterReading) => number) =>
        medianOf(runs, ({ server }) => of(server) / server.ms);
      const nodes = (runs[0]?.server.nodesCpuMs ?? []).map((_, i) =>
        share(({ nodesCpuMs }) => nodesCpuMs[i] ?? 0),
      );
      const postgres = share(({ postgresCpuMs }) => postgresCpuMs);
      const redis = share(({ redisCpuMs }) => redisCpuMs);
      const load = medianOf(runs, ({ ownCpuShare }) => ownCpuShare);
      const single: [string, number][] = [
        ...nodes.map((cores, i): [string, number] => [`node ${i + 1}`, cores]),
        ['Redis', redis],
        ['the load', load],
      ];
      const [busiest, cores] = single.reduce((most, one) => (one[1] > most[1] ? one : most));
      const all = nodes.reduce((sum, node) => sum + node, postgres + redis + load);
      return [
        name,
        nodes.map((node) => node.toFixed(2)).join(', '),
        ...[postgres, redis, load, all].map((one) => one.toFixed(2)),
        `${busiest}, ${cores.toFixed(2)}`,
      ];
    }),
  };
}

function describePaced(settings: Cluster[], found: ChatRuns[]): BenchTable {
  const part = (runs: ChatRuns, of: number) => runs.map(({ arrivalMs }) => percentile(arrivalMs, of));
  const medians = found.map((runs) => part(runs, 0.5));
  return {
    title: `From send to receipt, ${PACED.pace.perSecond} messages/s over ${PACED.pairs} pairs`,
    columns: ['milliseconds', 'p50', 'p95', 'p99', 'p50 to the first', "the load's own delay p99"],
    rows: settings.map(({ name }, n) => {
      const runs = found[n] ?? [];
      const faults = faultsOf(runs);
      if (faults) return [`${name}: ${faults}`, ...Array.from({ length: 5 }, () => VOID)];
      return [
        name,
        ...[0.5, 0.95, 0.99].map((of) => show(part(runs, of), 2)),
        ratio(medians, n),
        medianOf(runs, ({ ownDelayP99Ms }) => ownDelayP99Ms).toFixed(2),
      ];
    }),
  };
}

/**
 * Compares the same chat on one node with each database, on two nodes with shared PostgreSQL (the members of
 * a pair on different nodes), and on a minimal relay with PostgreSQL.
 */
export async function bench(): Promise<BenchTable[]> {
  if (noProcesses) throw new Error(noProcesses);
  const settings: Cluster[] = [];
  try {
    for (const [kind, name] of SETTINGS) settings.push(await startCluster({ kind, name, count: PAIRS }));
    const tables: BenchTable[] = [];
    for (const saturation of SATURATIONS) {
      const found = await inTurns(settings, (one) => measureChat(one, saturation));
      tables.push(describeSaturation(settings, found, saturation.pairs));
      tables.push(describeShares(settings, found, saturation.pairs));
    }
    tables.push(describePaced(settings, await inTurns(settings, (one) => measureChat(one, PACED))));
    return tables;
  } finally {
    for (const setting of settings) await setting.stop();
  }
}
