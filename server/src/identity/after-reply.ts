import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../log.ts';

const MIN_MS = 50;
const MAX_MS = 150;

/**
 * Does work once the reply is out, so that how long a reply takes does not tell whether there was any. The random wait
 * keeps it from slowing whatever is asked next.
 */
export function createAfterReply(log: Logger) {
  const pending = new Set<Promise<void>>();
  return {
    afterReply(work: () => Promise<unknown>): void {
      const done = pause(randomInt(MIN_MS, MAX_MS))
        .then(work)
        .then(
          () => undefined,
          (error: unknown) => log.error({ err: error }, 'work after a reply failed'),
        )
        .finally(() => pending.delete(done));
      pending.add(done);
    },
    /** Resolves when nothing is on its way any more: what was promised is done before the server stops. */
    async idle(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
export type AfterReply = ReturnType<typeof createAfterReply>['afterReply'];
