import type { Database } from '../../platform/db/database.ts';
import { listEnded } from '../queries.ts';
import type { Ends } from '../sessions/end-sessions.ts';
import { pollRecent } from './poll-recent.ts';

/** How soon a session that another process ends also ends in this one. */
export const ENDED_POLL_MS = 500;
/** How soon the items of a member show again after a suspension for a time. */
export const SUSPENSIONS_POLL_MS = 2_000;

/** @returns a poll that reports each ended session once, whichever process ended it. */
export function watchEnded(db: Database, { sessionsEnded }: Ends, now = Date.now): () => Promise<void> {
  return pollRecent(
    {
      read: (withinMs) => db.read(async (conn) => listEnded(conn, withinMs)),
      idOf: ({ sessionId }) => sessionId,
      report: sessionsEnded,
    },
    now,
  );
}
