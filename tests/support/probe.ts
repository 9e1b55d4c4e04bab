import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Sqlite from 'better-sqlite3';

/** What a process did since it was asked before. */
export interface Reading {
  /** Of all its threads. */
  cpuMs: number;
  loopDelayP99Ms: number;
  loopDelayMaxMs: number;
  /** Transactions of SQLite that ended on disk: each is one sync of its log. */
  commits: number;
  /** What it holds now, without its garbage: of the machine's memory, and as objects. */
  residentBytes: number;
  heapBytes: number;
}

// Loaded into a server before its entry (`--import`), and answers its parent about the process that they share.
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
let before = process.cpuUsage();
let commits = 0;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// Whoever commits has prepared that statement; a native one tells nobody when it runs.
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

// It counts from one look to the next; of that only what comes late is delay.
const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS);

process.on('message', () => {
  const { user, system } = process.cpuUsage(before);
  const reading = {
    cpuMs: (user + system) / 1000,
    loopDelayP99Ms: late(delay.percentile(99)),
    loopDelayMaxMs: late(delay.max),
    commits,
  };
  collectGarbage();
  const { rss: residentBytes, heapUsed: heapBytes } = process.memoryUsage();
  process.send?.({ ...reading, residentBytes, heapBytes } satisfies Reading);
  // The collection is not what was asked about.
  before = process.cpuUsage();
  commits = 0;
  delay.reset();
});
