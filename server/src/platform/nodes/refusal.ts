import { ErrorReply } from 'redis';
import type { Logger } from '../observability/log.ts';

/** Redis may respond but refuse commands: missing permission, full memory, or a read-only replica. */
export function createRefusal(log: Logger) {
  let isRefused = false;
  return {
    isRefused: () => isRefused,
    succeeded(): void {
      isRefused = false;
    },
    /** Logs only the first refusal until Redis executes a command again. @returns whether Redis refused */
    failed(error: unknown): boolean {
      if (!(error instanceof ErrorReply)) return false;
      if (!isRefused) log.error({ err: error }, 'Redis refuses bus messages: run the doctor command');
      isRefused = true;
      return true;
    },
  };
}
export type Refusal = ReturnType<typeof createRefusal>;
