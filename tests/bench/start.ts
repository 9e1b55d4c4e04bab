import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { freePort } from '../../scripts/free-port.ts';
import { createProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { type BenchTable, percentile } from './table.ts';

const RUNS = 10;
const ENTRIES = [
  ['Selvedge', 'server/build/app/main.js'],
  ['a bare Hono with SQLite', 'tests/bench/start/bare.ts'],
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

/** The time from start to first response of the built server, compared with a minimal one. */
export async function bench(): Promise<BenchTable[]> {
  const rows: BenchTable['rows'] = [];
  for (const [name, entry] of ENTRIES) {
    const dir = makeTempDir();
    const starts: Start[] = [];
    // The first run creates the database and is not counted.
    for (let n = 0; n <= RUNS; n += 1) starts.push(await measureStart(entry, dir.path));
    dir.remove();
    const counted = starts.slice(1);
    rows.push([
      name,
      ...show(counted.map(({ ms }) => ms)),
      ...show(counted.map(({ cpuMs }) => cpuMs)),
      ...show(counted.map(({ residentMiB }) => residentMiB)),
    ]);
  }
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
