import type { EndReason } from '@selvedge/shared/platform/realtime';
import type { Tx } from '../../platform/db/database.ts';
import { deleteSessions, type EndedSession, insertEnded } from '../queries.ts';
import type { Level } from './level.ts';

/** Selects a member's sessions: all, one, or all but one; with `aal`, only those of that level. */
interface Which {
  userId: string;
  only?: string;
  except?: string;
  aal?: Level;
}

/** Receives ended sessions immediately after the commit; a process without sockets needs no such listener. */
export interface Ends {
  sessionsEnded(ended: EndedSession[]): void;
}

/** Every end of a session goes through here. Other processes on the database follow within half a second. */
export async function endSessions(
  ends: Ends | null,
  tx: Tx,
  which: Which,
  reason: EndReason,
): Promise<EndedSession[]> {
  const deleted = await deleteSessions(tx, which);
  const ended = deleted.map(({ sessionId }) => ({ sessionId, reason }));
  if (ended.length > 0) await insertEnded(tx, ended);
  tx.afterCommit(() => ends?.sessionsEnded(ended));
  return ended;
}
