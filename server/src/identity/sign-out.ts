import type { Provider } from './context.ts';
import { deleteSession, deleteSessions } from './queries.ts';

export type SignOutScope = 'global' | 'local' | 'others';

/** Ends sessions of a person: all, this one, or all but this one. Their sockets are closed with them. */
export async function signOut(
  { db, sessionsEnded }: Provider,
  { userId, sessionId }: { userId: string; sessionId: string },
  scope: SignOutScope,
): Promise<void> {
  await db.transact(async (tx) => {
    const ended =
      scope === 'local'
        ? await deleteSession(tx, sessionId)
        : await deleteSessions(tx, userId, scope === 'others' ? sessionId : undefined);
    tx.afterCommit(() => sessionsEnded(ended));
  });
}
