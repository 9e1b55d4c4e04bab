import type { Database } from '../../db/database.ts';
import type { Ends } from '../end-sessions.ts';
import { listEnded } from '../queries.ts';
import { ENDED_MS } from './sweep.ts';

/** How soon a session that another process ends also ends in this one. */
export const ENDED_POLL_MS = 500;
/** Each poll overlaps the last one by this much, for transactions that commit late. */
const OVERLAP_MS = 30_000;

/**
 * @param now milliseconds since the epoch
 * @returns a poll for the sessions that any process on the database has ended, each of which is reported once. The next
 * poll makes up for one that fails.
 */
export function watchEnded(db: Database, { sessionsEnded }: Ends, now = Date.now): () => Promise<void> {
  let told = new Set<string>();
  let seenUntil = now();
  return async () => {
    const startedAt = now();
    // When the clock was set back, nobody knows how much time has passed.
    const passed = startedAt < seenUntil ? ENDED_MS : startedAt - seenUntil;
    const ended = await db.read(async (conn) => listEnded(conn, passed + OVERLAP_MS));
    seenUntil = startedAt;
    sessionsEnded(ended.filter(({ sessionId }) => !told.has(sessionId)));
    told = new Set(ended.map(({ sessionId }) => sessionId));
  };
}
