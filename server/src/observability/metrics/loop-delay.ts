import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
const STRETCH_MS = 10_000;

export interface LoopDelay {
  p99Ms: number;
  maxMs: number;
}

// The monitor measures the whole interval between two ticks; only what exceeds its resolution is delay.
const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS);

/** The event-loop delay of this process: the worse of the last whole window and the present one. */
export function watchLoopDelay() {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  let before: LoopDelay = { p99Ms: 0, maxMs: 0 };
  // Before its first tick the monitor has no values.
  const present = (): LoopDelay =>
    monitor.count === 0
      ? { p99Ms: 0, maxMs: 0 }
      : { p99Ms: late(monitor.percentile(99)), maxMs: late(monitor.max) };
  const turning = setInterval(() => {
    before = present();
    monitor.reset();
  }, STRETCH_MS);
  turning.unref();
  return {
    read(): LoopDelay {
      const { p99Ms, maxMs } = present();
      return { p99Ms: Math.max(before.p99Ms, p99Ms), maxMs: Math.max(before.maxMs, maxMs) };
    },
    close(): void {
      clearInterval(turning);
      monitor.disable();
    },
  };
}
