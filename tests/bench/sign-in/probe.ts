import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process did since it was asked before. */
export interface Reading {
  /** Of all its threads. */
  cpuMs: number;
  loopDelayP99Ms: number;
  loopDelayMaxMs: number;
}

// Loaded into a server before its entry (`--import`), and answers its parent about the process that they share.
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
let before = process.cpuUsage();

// It counts from one look to the next; of that only what comes late is delay.
const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS);

process.on('message', () => {
  const { user, system } = process.cpuUsage(before);
  const reading: Reading = {
    cpuMs: (user + system) / 1000,
    loopDelayP99Ms: late(delay.percentile(99)),
    loopDelayMaxMs: late(delay.max),
  };
  before = process.cpuUsage();
  delay.reset();
  process.send?.(reading);
});
