import type { Logger } from '../observability/log.ts';

/**
 * Runs `work` over and over, `ms` after the last run ended. Of failures in a row the first is logged, and the recovery.
 * @returns how to stop, which waits for a run that is under way.
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
