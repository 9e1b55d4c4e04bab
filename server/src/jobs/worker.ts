import type { Logger } from '../observability/log.ts';

/** Runs `work` on demand, never twice at the same time; a `kick` during a run causes one more run after it. */
export function createWorker(work: (isClosed: () => boolean) => Promise<void>, log: Logger) {
  let running: Promise<void> | null = null;
  let isAsked = false;
  let isClosed = false;

  async function run(): Promise<void> {
    while (isAsked && !isClosed) {
      isAsked = false;
      await work(() => isClosed);
    }
  }

  /** Resolves when the runs asked for are over. A failure is logged, and its work is left for the next kick. */
  function kick(): Promise<void> {
    if (isClosed) return Promise.resolve();
    isAsked = true;
    running ??= run()
      .catch((error: unknown) => {
        if (!isClosed) log.error({ err: error }, 'waiting work was not done yet');
      })
      .finally(() => {
        running = null;
        // Kicked in the very moment in which the run ended.
        if (isAsked) void kick();
      });
    return running;
  }

  return {
    kick,
    /** Resolves when a run that is under way has ended. */
    async close(): Promise<void> {
      isClosed = true;
      await running;
    },
  };
}
