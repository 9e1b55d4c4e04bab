import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
const STRETCH_MS = 10_000;

export interface LoopDelay {
  p99Ms: number;
  maxMs: number;
}

// The monitor counts from one look to the next; of that only what comes late is delay.
const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS);

/** How late this process comes to what it has to do: the worse of the last whole stretch and the present one. */
export function watchLoopDelay() {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  let before: LoopDelay = { p99Ms: 0, maxMs: 0 };
  // Before the first look there is nothing to tell of.
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
