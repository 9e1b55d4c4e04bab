import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;
const WINDOW_MS = 10_000;

interface LoopDelay {
  p99Ms: number;
  maxMs: number;
}

// The monitor measures the whole interval between two ticks; only the part above its resolution is delay.
const delayOf = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS);

/** The event-loop delay of this process: the worse of the last full window and the current one. */
export function watchLoopDelay() {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  let previous: LoopDelay = { p99Ms: 0, maxMs: 0 };
  // Before its first tick, the monitor has no values.
  const current = (): LoopDelay =>
    monitor.count === 0
      ? { p99Ms: 0, maxMs: 0 }
      : { p99Ms: delayOf(monitor.percentile(99)), maxMs: delayOf(monitor.max) };
  const rotation = setInterval(() => {
    previous = current();
    monitor.reset();
  }, WINDOW_MS);
  rotation.unref();
  return {
    read(): LoopDelay {
      const { p99Ms, maxMs } = current();
      return { p99Ms: Math.max(previous.p99Ms, p99Ms), maxMs: Math.max(previous.maxMs, maxMs) };
    },
    close(): void {
      clearInterval(rotation);
      monitor.disable();
    },
  };
}
