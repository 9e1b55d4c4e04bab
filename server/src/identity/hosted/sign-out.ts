import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { type EndedSession, insertEnded } from '../queries.ts';
import { type Ends, endSessions } from '../sessions/end-sessions.ts';
import type { Remote } from './remote.ts';

interface Parts {
  db: Database;
  log: Logger;
  ends: Ends;
  remote: Remote;
}

/** Ends it here even if the provider is unreachable: its tokens may stay valid for a long time. */
export async function signOutHosted({ db, log, ends, remote }: Parts, token: string): Promise<void> {
  const valid = await remote.verify(token).catch(() => null);
  const claims = valid ?? (await remote.verifyEnded(token).catch(() => null));
  if (!claims) return;
  const { sub: userId, session_id: sessionId } = claims;
  await db.transact(async (tx) => {
    const known = await endSessions(ends, tx, { userId, only: sessionId }, 'signed_out');
    if (known.length > 0 || !valid) return;
    // The session was never used here, so there is no row to end.
    const ended: EndedSession[] = [{ sessionId, reason: 'signed_out' }];
    await insertEnded(tx, ended);
    tx.afterCommit(() => ends.sessionsEnded(ended));
  });
  await remote.signOut(token).catch((error: unknown) => {
    log.warn({ err: error, sessionId }, 'the provider did not end a session that ended here');
  });
}
