import type { Logger } from '../observability/log.ts';

/** Logs the first of consecutive failures. @returns a function that stops it, aborts the current run and waits for it */
export function repeat(
  ms: number,
  work: (stop: AbortSignal) => Promise<unknown>,
  log: Logger,
  firstMs = ms,
): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const stop = new AbortController();
  let failures = 0;
  const run = () => {
    running = work(stop.signal).then(
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
    if (!stop.signal.aborted) timer = setTimeout(run, forMs).unref();
  };
  wait(firstMs);
  return async () => {
    stop.abort();
    clearTimeout(timer);
    await running;
  };
}
