import { ErrorReply } from 'redis';
import type { Logger } from '../observability/log.ts';

/** Notes whether Redis answers but refuses: the user lacks permission, memory is full, or it is a read-only replica. */
export function createRefusal(log: Logger) {
  let isRefused = false;
  return {
    isRefused: () => isRefused,
    /** Redis has carried out a command. */
    took(): void {
      isRefused = false;
    },
    /**
     * A command has failed. A refusal is logged once until Redis takes a command again; a lost connection is logged by
     * the connection itself.
     * @returns whether Redis refused the command.
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
