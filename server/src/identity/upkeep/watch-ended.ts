import type { Database } from '../../db/database.ts';
import type { Ends } from '../end-sessions.ts';
import { listEnded } from '../queries.ts';
import { ENDED_MS } from './sweep.ts';

/** How soon another process's ends reach this one. */
export const ENDED_POLL_MS = 500;
/** Looks back this far behind its last look: commits come a little late. */
const OVERLAP_MS = 30_000;

/**
 * @param now milliseconds since the epoch
 * @returns a look at the sessions that any process on the database has ended; each is told once. A look that fails is made up
 * for by the next.
 */
export function watchEnded(db: Database, { sessionsEnded }: Ends, now = Date.now): () => Promise<void> {
  let told = new Set<string>();
  let seenUntil = now();
  return async () => {
    const startedAt = now();
    // A clock that was set back does not tell how long it was.
    const passed = startedAt < seenUntil ? ENDED_MS : startedAt - seenUntil;
    const ended = await db.read(async (conn) => listEnded(conn, passed + OVERLAP_MS));
    seenUntil = startedAt;
    sessionsEnded(ended.filter(({ sessionId }) => !told.has(sessionId)));
    told = new Set(ended.map(({ sessionId }) => sessionId));
  };
}
