import type { Page } from 'playwright';

/** The browser calls a task of this length or more a long task. */
const LONG_MS = 50;
const MARK = 'selvedge-measured';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of wall-clock time, and of CPU time. */
  dur?: number;
  tdur?: number;
}

/**
 * The tasks of a page's main thread, in milliseconds. On a busy machine only CPU time is attributable to
 * them.
 */
interface Tasks {
  cpuMs: number;
  longestMs: number;
  longestCpuMs: number;
  longCount: number;
  longCpuCount: number;
  longestFrameMs: number;
}

interface Seen {
  seen: { answers: Record<string, number>; frame: number };
}

/**
 * Runs an action in a page with `watch.js`. @returns the page's tasks during it, and the latency of each
 * interaction in milliseconds.
 */
export async function traced(
  page: Page,
  act: () => Promise<unknown>,
): Promise<{ tasks: Tasks; answers: number[] }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  // The user-timing mark identifies the page's process and thread.
  const categories = ['disabled-by-default-devtools.timeline', 'blink.user_timing'];
  await browser.startTracing(page, { categories });
  await page.evaluate((mark) => {
    performance.mark(mark);
    Object.assign((window as unknown as Seen).seen, { answers: {}, frame: 0 });
  }, MARK);
  await act();
  await settled(page);
  const { answers, frame } = await page.evaluate(() => (window as unknown as Seen).seen);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const mark = traceEvents.find(({ name }) => name === MARK);
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === mark?.pid && tid === mark.tid,
  );
  if (tasks.length === 0) throw new Error('the trace holds no tasks of the page');
  const wall = tasks.map(({ dur = 0 }) => dur / 1_000);
  const cpu = tasks.map(({ tdur = 0 }) => tdur / 1_000);
  const isLong = (ms: number) => ms > LONG_MS;
  return {
    tasks: {
      cpuMs: cpu.reduce((sum, ms) => sum + ms, 0),
      longestMs: Math.max(...wall),
      longestCpuMs: Math.max(...cpu),
      longCount: wall.filter(isLong).length,
      longCpuCount: cpu.filter(isLong).length,
      longestFrameMs: frame,
    },
    answers: Object.values(answers),
  };
}

/** Waits until the last change is painted and reported to the observers. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let n = 0; n < 3; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve));
  });
