import type { Page } from 'playwright';

/** From here on a task is felt: the browser itself calls such a one long. */
const LONG_MS = 50;
const MARK = 'selvedge-measured';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds on the clock, and of the processor. */
  dur?: number;
  tdur?: number;
}

/** The tasks of a page's main thread, in milliseconds. Only processor time is its own on a machine with other work. */
export interface Tasks {
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

/** Does something in a page that runs `watch.js`. @returns the tasks of the page meanwhile, and how long each answer to a hand took in milliseconds. */
export async function traced(
  page: Page,
  act: () => Promise<unknown>,
): Promise<{ tasks: Tasks; answers: number[] }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  // User timing names the process and thread that are looked at.
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

/** What was asked for is painted, and told to who watches. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let n = 0; n < 3; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve));
  });
