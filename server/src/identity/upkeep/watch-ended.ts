import type { Database } from '../../db/database.ts';
import type { Ends } from '../end-sessions.ts';
import { listEnded } from '../queries.ts';

/** How soon another process's ends reach this one. */
export const ENDED_POLL_MS = 500;
/** Looks back this far each time: commits and the clocks of other nodes come a little late. */
const OVERLAP_MS = 30_000;

/** @returns a look at the sessions that any process on the database has ended; each is told once. */
export function watchEnded(db: Database, { sessionsEnded }: Ends): () => Promise<void> {
  let told = new Set<string>();
  return async () => {
    const ended = await db.read(async (conn) => listEnded(conn, new Date(Date.now() - OVERLAP_MS)));
    sessionsEnded(ended.filter(({ sessionId }) => !told.has(sessionId)));
    told = new Set(ended.map(({ sessionId }) => sessionId));
  };
}
