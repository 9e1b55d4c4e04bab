import type { Database } from '../../../platform/db/database.ts';
import { repeat } from '../../../platform/jobs/repeat.ts';
import type { Logger } from '../../../platform/observability/log.ts';
import { pollRecent } from '../../jobs/poll-recent.ts';
import { type Item, itemsOf, listSuspensions } from './queries.ts';

/** How soon open pages learn of a suspension by another process. */
const POLL_MS = 500;

/** The items of a member that a suspension has hidden, or that are public again. */
export interface Suspension {
  isSuspended: boolean;
  items: Item[];
}

/** Reports each suspension and restoration once, whichever process caused it. @returns a stop function. */
export const watchSuspensions = (
  db: Database,
  log: Logger,
  report: (suspension: Suspension) => Promise<void>,
): (() => Promise<void>) =>
  repeat(
    POLL_MS,
    pollRecent(
      {
        read: (withinMs) => db.read(async (conn) => listSuspensions(conn, withinMs)),
        idOf: ({ id }) => id,
        async report(changes) {
          for (const { userId, action } of changes) {
            if (userId === null) continue;
            const isSuspended = action === 'suspended';
            await report({ isSuspended, items: await db.read((conn) => itemsOf(conn, userId, isSuspended)) });
          }
        },
      },
      Date.now,
    ),
    log,
  );
