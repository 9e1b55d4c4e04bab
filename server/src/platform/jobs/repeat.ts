import type { Logger } from '../observability/log.ts';

/** Logs the first of consecutive failures. @returns a function that stops it, after the current run */
export function repeat(
  ms: number,
  work: () => Promise<unknown>,
  log: Logger,
  firstMs = ms,
): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let isStopped = false;
  let failures = 0;
  const run = () => {
    running = work().then(
      () => {
        if (failures > 0) log.warn({ everyMs: ms, failures }, 'scheduled job succeeds again');
        failures = 0;
      },
      (error: unknown) => {
        failures += 1;
        if (failures === 1)
          log.error({ err: error, everyMs: ms }, 'scheduled job failed; it will be retried');
      },
    );
    void running.then(() => wait(ms));
  };
  const wait = (forMs: number) => {
    if (!isStopped) timer = setTimeout(run, forMs).unref();
  };
  wait(firstMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
