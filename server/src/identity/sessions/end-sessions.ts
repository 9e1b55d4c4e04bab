import type { EndReason } from '@selvedge/shared/realtime';
import type { Tx } from '../../db/database.ts';
import { deleteSessions, type EndedSession, insertEnded } from '../queries.ts';
import type { Level } from './level.ts';

/** Selects sessions of a person: all, one, or all but one; with `aal`, of these only those of that level. */
export interface Which {
  userId: string;
  only?: string;
  except?: string;
  aal?: Level;
}

/** Is told at once of sessions that end; a process without sockets needs no such listener. */
export interface Ends {
  sessionsEnded(ended: EndedSession[]): void;
}

/**
 * Ends sessions of a person; all code that ends sessions goes through here. In this process their tokens are refused at
 * once and their sockets close; the other processes on the database learn of it within half a second.
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
