import type { Logger } from './log.ts';

/** Does something again and again, `ms` after it was done. @returns how to stop, which waits for what is under way. */
export function repeat(ms: number, work: () => Promise<unknown>, log: Logger): () => Promise<void> {
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let isStopped = false;
  const run = () => {
    running = work().then(
      () => undefined,
      (error: unknown) => log.error({ err: error }, 'a repeated task failed'),
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
