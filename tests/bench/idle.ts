import { type Contender, startRelay, startSelvedge } from './chat/contenders.ts';
import { measureChat } from './chat/measure.ts';
import { compareConnects } from './idle/connects.ts';
import { measureIdle } from './idle/measure.ts';
import { addPairs } from './idle/members.ts';
import type { BenchTable } from './table.ts';

const SOCKETS = Number(process.env.SELVEDGE_BENCH_SOCKETS ?? 10_000);
/** Minutes of load in addition to the idle sockets, to see whether the server's memory grows; 0 skips it. */
const MINUTES = Number(process.env.SELVEDGE_BENCH_MINUTES ?? 0);
const LOAD = { pairs: 50, pace: { perSecond: 1_000 }, warmUpMs: 10_000, ms: 10_000 };

const KIB = 1024;
const MIB = KIB * KIB;

/** The growth per step, by least squares. */
function slope(figures: number[]): number {
  const middle = (figures.length - 1) / 2;
  const squares = figures.reduce((sum, _, n) => sum + (n - middle) ** 2, 0);
  return figures.reduce((sum, figure, n) => sum + (n - middle) * figure, 0) / squares;
}

/** The server's memory after each minute of load, with that minute's faults. */
async function watchGrowth(contender: Contender): Promise<BenchTable> {
  const rows: BenchTable['rows'] = [];
  const [resident, heap]: [number[], number[]] = [[], []];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const { faults, perSecond } = await measureChat(contender, { ...LOAD, ms: 60_000 - LOAD.warmUpMs });
    const { residentBytes, heapBytes } = await contender.probe();
    resident.push(residentBytes / MIB);
    heap.push(heapBytes / MIB);
    const found = [perSecond, residentBytes / MIB, heapBytes / MIB].map((figure) => figure.toFixed(1));
    rows.push([`minute ${minute}${faults.map((fault) => `: ${fault}`).join('')}`, ...found]);
  }
  if (MINUTES > 1)
    rows.push(['growth per minute', '', ...[resident, heap].map((all) => slope(all).toFixed(2))]);
  return {
    title: `${contender.name} under ${LOAD.pace.perSecond} messages/s beside ${SOCKETS} idle sockets`,
    columns: ['', 'messages/s', 'resident MiB', 'of which heap objects, MiB'],
    rows,
  };
}

/** The cost of signed-in, idle sockets and of connecting them, compared with those of a minimal relay. */
export async function bench(): Promise<BenchTable[]> {
  const growth: BenchTable[] = [];
  const rows: BenchTable['rows'] = [];
  const pairs = Math.ceil(SOCKETS / 2);
  for (const start of [() => startSelvedge(pairs, addPairs), () => startRelay(pairs)]) {
    const contender = await start();
    try {
      const idle = await measureIdle(contender, async () => {
        if (MINUTES > 0) growth.push(await watchGrowth(contender));
      });
      rows.push([
        contender.name,
        ...[idle.residentBytesEach, idle.heapBytesEach].map((bytes) => (bytes / KIB).toFixed(1)),
        (idle.residentBytes / MIB).toFixed(0),
        (idle.cpuMsPerConnect * 1000).toFixed(0),
      ]);
    } finally {
      await contender.stop();
    }
  }
  const columns = [
    '',
    'resident KiB each',
    'of which heap objects, KiB',
    'server total, MiB',
    'CPU per connect, µs',
  ];
  return [{ title: `${SOCKETS} signed-in, idle sockets`, columns, rows }, await compareConnects(), ...growth];
}
