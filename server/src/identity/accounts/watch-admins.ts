import { and, gte, inArray } from 'drizzle-orm';
import type { Conn, Database } from '../../db/database.ts';
import { repeat } from '../../jobs/repeat.ts';
import type { Logger } from '../../observability/log.ts';
import type { AuditAction } from '../audit.ts';
import { pollRecent } from '../jobs/poll-recent.ts';

/** How soon open pages learn that the operator's command has changed admin rights. */
const POLL_MS = 1_000;

const ACTIONS: AuditAction[] = ['admin_granted', 'admin_revoked'];

const listChanges = ({ q, t: { authAudit: a }, ago }: Conn, withinMs: number) =>
  q
    .select({ id: a.id, userId: a.userId })
    .from(a)
    .where(and(gte(a.at, ago(withinMs)), inArray(a.action, ACTIONS)));

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
        read: (withinMs) => db.read(async (conn) => listChanges(conn, withinMs)),
        idOf: ({ id }) => id,
        report: (rows) => {
          for (const { userId } of rows) if (userId !== null) report(userId);
        },
      },
      Date.now,
    ),
    log,
  );
