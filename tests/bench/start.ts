import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { build } from '../../scripts/build.ts';
import { freePort } from '../../scripts/free-port.ts';
import { createProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { type BenchTable, percentile } from './table.ts';

const RUNS = 10;
const ENTRIES = [
  ['Selvedge', 'server/build/app/main.js'],
  ['a bare Hono with Socket.IO and SQLite', 'tests/bench/start/bare.mjs'],
] as const;

interface Start {
  ms: number;
  cpuMs: number;
  residentMiB: number;
}

/** The CPU time and memory that a process has used, according to Linux. */
function usageOf(pid: number): Omit<Start, 'ms'> {
  const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const kib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  // Linux reports CPU time in hundredths of a second.
  return { cpuMs: (Number(ticks[11]) + Number(ticks[12])) * 10, residentMiB: kib / 1024 };
}

/** Measures from process start to the first response, on an existing database. */
async function measureStart(entry: (typeof ENTRIES)[number][1], dataDir: string): Promise<Start> {
  const product = createProduct({ entry, dataDir, port: await freePort() });
  const from = performance.now();
  await product.start();
  const ms = performance.now() - from;
  await (await fetch(product.url)).text();
  const usage = usageOf(product.pid());
  await product.stop();
  return { ms, ...usage };
}

async function measureNothing(): Promise<number> {
  const from = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - from;
}

const show = (figures: number[]) => [0.5, 0.95].map((part) => percentile(figures, part).toFixed(0));

/** Starts both servers alternately, each with a database of its own. */
async function measureStarts(): Promise<Start[][]> {
  await build();
  const dirs = ENTRIES.map(makeTempDir);
  const starts: Start[][] = ENTRIES.map(() => []);
  for (let n = 0; n <= RUNS; n += 1) {
    for (const [which, [, entry]] of ENTRIES.entries()) {
      const start = await measureStart(entry, dirs[which]?.path ?? '');
      // The first run creates the database and is not counted.
      if (n > 0) starts[which]?.push(start);
    }
  }
  for (const dir of dirs) dir.remove();
  return starts;
}

/** The medians of the first server's figures divided by the second one's. */
function ratiosOf([ours = [], theirs = []]: Start[][]): (string | number)[] {
  const ratio = (figure: keyof Start) =>
    percentile(
      ours.map((start, n) => start[figure] / (theirs[n]?.[figure] ?? 0)),
      0.5,
    ).toFixed(2);
  return ['ratio', ratio('ms'), '', ratio('cpuMs'), '', ratio('residentMiB'), ''];
}

/** The time from start to first response of the built server, compared with a minimal one. */
export async function bench(): Promise<BenchTable[]> {
  const starts = await measureStarts();
  const rows: BenchTable['rows'] = starts.map((all, which) => [
    ENTRIES[which]?.[0] ?? '',
    ...show(all.map(({ ms }) => ms)),
    ...show(all.map(({ cpuMs }) => cpuMs)),
    ...show(all.map(({ residentMiB }) => residentMiB)),
  ]);
  rows.push(ratiosOf(starts));
  const nothing: number[] = [];
  for (let n = 0; n < RUNS; n += 1) nothing.push(await measureNothing());
  rows.push(['node -e 0', ...show(nothing), '', '', '', '']);
  const pairs = ['ms to the first response', 'CPU, ms', 'resident MiB after a page'];
  return [
    {
      title: `Starts, ${RUNS} times`,
      columns: ['', ...pairs.flatMap((what) => [`${what}, p50`, 'p95'])],
      rows,
    },
  ];
}
