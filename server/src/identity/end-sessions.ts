import type { EndReason } from '@selvedge/shared/realtime';
import type { Tx } from '../db/database.ts';
import type { Level } from './level.ts';
import { deleteSessions, type EndedSession, insertEnded } from './queries.ts';

/** Which of a person's sessions: all, one, or all but one; or of these only those of a level. */
export interface Which {
  userId: string;
  only?: string;
  except?: string;
  aal?: Level;
}

/** Hears of ends at once; a process without sockets needs none of it. */
export interface Ends {
  sessionsEnded(ended: EndedSession[]): void;
}

/**
 * Ends sessions of a person. The API stops in this process at once and its sockets close; the other processes on the
 * database hear of it within half a second. Whoever ends a session ends it here.
 */
export async function endSessions(
  ends: Ends | null,
  tx: Tx,
  which: Which,
  reason: EndReason,
): Promise<EndedSession[]> {
  const gone = await deleteSessions(tx, which);
  const ended = gone.map(({ sessionId }) => ({ sessionId, reason }));
  if (ended.length > 0) await insertEnded(tx, ended);
  tx.afterCommit(() => ends?.sessionsEnded(ended));
  return ended;
}
