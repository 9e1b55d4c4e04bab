import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../platform/observability/log.ts';

const MIN_MS = 50;
const MAX_MS = 150;

/**
 * Runs work after the reply, whose time then does not reveal whether there was any (a timing attack). The
 * random delay keeps it from measurably affecting the next request, too.
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
