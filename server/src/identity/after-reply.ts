import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../platform/observability/log.ts';

const MIN_MS = 50;
const MAX_MS = 150;

/**
 * Runs work after the reply is sent, so that the response time does not reveal whether there was any (a
 * timing attack). The random delay also keeps the work from affecting the response time of the next request
 * measurably.
 */
export function createAfterReply(log: Logger) {
  const pending = new Set<Promise<void>>();
  return {
    afterReply(work: () => Promise<unknown>): void {
      const done = pause(randomInt(MIN_MS, MAX_MS))
        .then(work)
        .then(
          () => undefined,
          (error: unknown) => log.error({ err: error }, 'background work after a reply failed'),
        )
        .finally(() => pending.delete(done));
      pending.add(done);
    },
    /** Resolves when no work is pending: a stopping server finishes the work first. */
    async idle(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
export type AfterReply = ReturnType<typeof createAfterReply>['afterReply'];
