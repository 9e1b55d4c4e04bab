import { ErrorReply } from 'redis';
import type { Logger } from '../observability/log.ts';

/** Tracks whether Redis responds but refuses commands: missing permission, full memory, or a read-only replica. */
export function createRefusal(log: Logger) {
  let isRefused = false;
  return {
    isRefused: () => isRefused,
    /** Redis has executed a command. */
    succeeded(): void {
      isRefused = false;
    },
    /**
     * A command has failed. Only the first refusal is logged until Redis executes a command again;
     * `openRedis` logs lost connections.
     * @returns whether Redis refused the command.
     */
    failed(error: unknown): boolean {
      if (!(error instanceof ErrorReply)) return false;
      if (!isRefused) log.error({ err: error }, 'Redis refuses bus messages: run the doctor command');
      isRefused = true;
      return true;
    },
  };
}
export type Refusal = ReturnType<typeof createRefusal>;
