import type { Database } from '../../platform/db/database.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { pollRecent } from '../jobs/poll-recent.ts';
import { listAdminChanges } from './admin-queries.ts';

/** How soon open pages learn that the operator's command has changed admin rights. */
const POLL_MS = 1_000;

/** Reports each member whose admin rights change, whichever process changes them. @returns a stop function */
export const watchAdmins = (
  db: Database,
  log: Logger,
  report: (userId: string) => void,
): (() => Promise<void>) =>
  repeat(
    POLL_MS,
    pollRecent(
      {
        read: (withinMs) => db.read(async (conn) => listAdminChanges(conn, withinMs)),
        idOf: ({ id }) => id,
        report: (rows) => {
          for (const { userId } of rows) if (userId !== null) report(userId);
        },
      },
      Date.now,
    ),
    log,
  );
