import { audit } from '../audit.ts';
import type { Provider } from '../context.ts';
import { endSessions } from './end-sessions.ts';

export type SignOutScope = 'global' | 'local' | 'others';

interface SignOut {
  userId: string;
  sessionId: string;
  address: string;
}

/** Ends a member's sessions: all, this one, or all but this one. Their sockets close with them. */
export async function signOut(
  provider: Provider,
  { userId, sessionId, address }: SignOut,
  scope: SignOutScope,
): Promise<void> {
  const which = { global: {}, local: { only: sessionId }, others: { except: sessionId } }[scope];
  await provider.db.transact(async (tx) => {
    const ended = await endSessions(provider, tx, { userId, ...which }, 'signed_out');
    if (ended.length > 0) await audit(tx, { action: 'signed_out', userId, address });
  });
}
