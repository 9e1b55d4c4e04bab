import { type Contender, startRelay, startSelvedge } from './chat/contenders.ts';
import { measureTalk } from './chat/measure.ts';
import { measureIdle } from './idle/measure.ts';
import { addPairs } from './idle/members.ts';
import type { BenchTable } from './table.ts';

const SOCKETS = Number(process.env.SELVEDGE_BENCH_SOCKETS ?? 10_000);
/** How long people write beside those who are silent, to see whether the server grows; not at all unless it is asked for. */
const MINUTES = Number(process.env.SELVEDGE_BENCH_MINUTES ?? 0);
const LOAD = { pairs: 50, pace: { perSecond: 1_000 }, warmUpMs: 10_000, ms: 10_000 };

const KIB = 1024;
const MIB = KIB * KIB;

/** How fast figures rise from one to the next, by least squares. */
function slope(figures: number[]): number {
  const middle = (figures.length - 1) / 2;
  const squares = figures.reduce((sum, _, n) => sum + (n - middle) ** 2, 0);
  return figures.reduce((sum, figure, n) => sum + (n - middle) * figure, 0) / squares;
}

/** What the server holds as the minutes of a load pass, each with its faults. */
async function watchGrowth(contender: Contender): Promise<BenchTable> {
  const rows: BenchTable['rows'] = [];
  const [resident, heap]: [number[], number[]] = [[], []];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const { faults, perSecond } = await measureTalk(contender, { ...LOAD, ms: 60_000 - LOAD.warmUpMs });
    const { residentBytes, heapBytes } = await contender.ask();
    resident.push(residentBytes / MIB);
    heap.push(heapBytes / MIB);
    const found = [perSecond, residentBytes / MIB, heapBytes / MIB].map((figure) => figure.toFixed(1));
    rows.push([`minute ${minute}${faults.map((fault) => `: ${fault}`).join('')}`, ...found]);
  }
  if (MINUTES > 1)
    rows.push(['growth a minute', '', ...[resident, heap].map((all) => slope(all).toFixed(2))]);
  return {
    title: `${contender.name} under ${LOAD.pace.perSecond} messages/s beside ${SOCKETS} silent sockets`,
    columns: ['', 'messages/s', 'resident MiB', 'of that objects, MiB'],
    rows,
  };
}

/** What sockets cost that are signed in and silent, beside those of a relay that does the least. */
export async function bench(): Promise<BenchTable[]> {
  const growth: BenchTable[] = [];
  const rows: BenchTable['rows'] = [];
  const pairs = Math.ceil(SOCKETS / 2);
  for (const start of [() => startSelvedge(pairs, addPairs), () => startRelay('nothing', pairs)]) {
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
    'of that objects, KiB',
    'the server in all, MiB',
    'CPU of a connect, µs',
  ];
  return [{ title: `${SOCKETS} sockets that are signed in and silent`, columns, rows }, ...growth];
}
