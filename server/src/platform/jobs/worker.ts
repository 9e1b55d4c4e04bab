import type { Logger } from '../observability/log.ts';

/** Runs `work` on demand, never concurrently; a `kick` during a run causes one more run after it. */
export function createWorker(work: (isClosed: () => boolean) => Promise<void>, log: Logger) {
  let running: Promise<void> | null = null;
  let isRequested = false;
  let isClosed = false;

  async function run(): Promise<void> {
    while (isRequested && !isClosed) {
      isRequested = false;
      await work(() => isClosed);
    }
  }

  /** Resolves when the requested runs are done. A failure is logged; its work waits for the next kick. */
  function kick(): Promise<void> {
    if (isClosed) return Promise.resolve();
    isRequested = true;
    running ??= run()
      .catch((error: unknown) => {
        if (!isClosed) log.error({ err: error }, 'background work failed; it waits for the next run');
      })
      .finally(() => {
        running = null;
        // Kicked just as the run ended.
        if (isRequested) void kick();
      });
    return running;
  }

  return {
    kick,
    async close(): Promise<void> {
      isClosed = true;
      await running;
    },
  };
}
