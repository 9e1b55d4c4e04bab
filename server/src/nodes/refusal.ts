import { ErrorReply } from 'redis';
import type { Logger } from '../log.ts';

/** Whether a Redis that answers refuses what nodes need: a user who may not, a full memory, a copy that takes nothing. */
export function createRefusal(log: Logger) {
  let isRefused = false;
  return {
    isRefused: () => isRefused,
    /** It did what it was asked. */
    took(): void {
      isRefused = false;
    },
    /**
     * Told once until it takes something again. A Redis that is away is told by its connection.
     * @returns whether it was refused.
     */
    failed(error: unknown): boolean {
      if (!(error instanceof ErrorReply)) return false;
      if (!isRefused) log.error({ err: error }, 'Redis refuses what nodes tell each other: ask the doctor');
      isRefused = true;
      return true;
    },
  };
}
export type Refusal = ReturnType<typeof createRefusal>;
