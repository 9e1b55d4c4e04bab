import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Sqlite from 'better-sqlite3';
import { collectGarbage } from './collect-garbage.ts';

/** A process's activity since the last reading. */
export interface Reading {
  /** CPU time of all threads. */
  cpuMs: number;
  loopDelayP99Ms: number;
  loopDelayMaxMs: number;
  /** SQLite commits, each of which is one sync of the WAL. */
  commits: number;
  /** Bytes sent to the disk; 0 where the system does not count them. */
  writtenBytes: number;
  /** Memory after garbage collection: resident set, and heap in use. */
  residentBytes: number;
  heapBytes: number;
}

// Loaded into a server before its entry (`--import`): reports to the parent process about the server.
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
let before = process.cpuUsage();
let commits = 0;

/** All bytes that this process has sent to a disk (proc_pid_io(5)). */
function countWrittenBytes(): number {
  if (!existsSync('/proc/self/io')) return 0;
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}
let writtenBefore = countWrittenBytes();

// Counted where the statement is prepared, because SQLite has no commit counter.
const { prepare } = Sqlite.prototype;
Sqlite.prototype.prepare = function counted(this: Sqlite.Database, source: string) {
  const statement = prepare.call(this, source);
  if (source !== 'commit') return statement;
  const run = statement.run.bind(statement) as () => Sqlite.RunResult;
  statement.run = () => {
    commits += 1;
    return run();
  };
  return statement;
} as typeof prepare;

// The monitor measures the interval between its samples; only the excess over its resolution is delay.
const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS);

process.on('message', () => {
  const { user, system } = process.cpuUsage(before);
  const reading = {
    cpuMs: (user + system) / 1000,
    loopDelayP99Ms: late(delay.percentile(99)),
    loopDelayMaxMs: late(delay.max),
    commits,
    writtenBytes: countWrittenBytes() - writtenBefore,
  };
  collectGarbage();
  const { rss: residentBytes, heapUsed: heapBytes } = process.memoryUsage();
  process.send?.({ ...reading, residentBytes, heapBytes } satisfies Reading);
  // Reset after garbage collection, which must not count as the server's work.
  before = process.cpuUsage();
  commits = 0;
  writtenBefore = countWrittenBytes();
  delay.reset();
});
