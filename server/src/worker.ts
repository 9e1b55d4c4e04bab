import type { Logger } from './log.ts';

/** Does `work` when it is asked to, never twice at the same time; who asks while it runs has it done once more. */
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

  /** Resolves when all that was there is done. What fails is told, and stays for the next time. */
  function kick(): Promise<void> {
    if (isClosed) return Promise.resolve();
    isAsked = true;
    running ??= run()
      .catch((error: unknown) => {
        if (!isClosed) log.error({ err: error }, 'waiting work was not done yet');
      })
      .finally(() => {
        running = null;
        // Asked for in the moment in which it ended.
        if (isAsked) void kick();
      });
    return running;
  }

  return {
    kick,
    /** Resolves when what is under way has come to an end. */
    async close(): Promise<void> {
      isClosed = true;
      await running;
    },
  };
}
