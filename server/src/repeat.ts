import type { Logger } from './log.ts';

/**
 * Does something again and again, `ms` after it was done. What fails is logged when it begins to, and when it is over.
 * @returns how to stop, which waits for what is under way.
 */
export function repeat(ms: number, work: () => Promise<unknown>, log: Logger): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let isStopped = false;
  let failures = 0;
  const run = () => {
    running = work().then(
      () => {
        if (failures > 0) log.warn({ everyMs: ms, failures }, 'a repeated task goes well again');
        failures = 0;
      },
      (error: unknown) => {
        failures += 1;
        if (failures === 1) log.error({ err: error, everyMs: ms }, 'a repeated task failed');
      },
    );
    void running.then(wait);
  };
  const wait = () => {
    if (!isStopped) timer = setTimeout(run, ms).unref();
  };
  wait();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
