import type { Tx } from '../db/database.ts';
import { audit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import type { Provider } from './context.ts';
import { countStranger } from './count-calls.ts';
import { endSessions } from './end-sessions.ts';
import type { AuthSession } from './present.ts';
import {
  type AccountRow,
  findAccount,
  findLive,
  lockSession,
  type SessionRow,
  updateSession,
} from './queries.ts';
import { isGenuine, readRefreshToken } from './refresh-token.ts';
import { grantTokens } from './session.ts';
import { isBanned } from './sign-in.ts';

type Outcome = { granted: SessionRow; account: AccountRow } | { refused: AuthError };

const refusal = (code: string, what: string): { refused: AuthError } => ({
  refused: new AuthError(400, code, `Invalid Refresh Token: ${what}`),
});
const NOT_FOUND = () => refusal('refresh_token_not_found', 'Refresh Token Not Found');

const secondsSince = (instant: Date) => (Date.now() - instant.getTime()) / 1000;

/** Decides on a refresh by the session and the counter in the token that was sent. */
async function rotate(
  provider: Provider,
  tx: Tx,
  session: SessionRow,
  { sent, address }: { sent: number; address: string },
): Promise<Outcome> {
  const which = { userId: session.userId, only: session.id };
  const { sessionIdle, sessionMax, reuseWindow } = provider.config.identity;
  const account = await findAccount(tx, session.userId);
  const behind = session.counter - sent;
  if (!account || behind < 0) return NOT_FOUND();
  if (secondsSince(session.refreshedAt) > sessionIdle || secondsSince(session.createdAt) > sessionMax) {
    await endSessions(provider, tx, which, 'expired');
    return refusal('session_expired', 'Session Expired');
  }
  if (isBanned(account)) return { refused: new AuthError(403, 'user_banned', 'User is banned') };
  if (behind === 0) {
    const next = { ...session, counter: session.counter + 1, refreshedAt: new Date() };
    await updateSession(tx, session.id, { counter: next.counter, refreshedAt: next.refreshedAt });
    return { granted: next, account };
  }
  // Tabs that race, and clients whose reply was lost on its way, get the current token again.
  const isRace = secondsSince(session.refreshedAt) <= reuseWindow;
  const wasLost = behind === 1 && session.delivered < session.counter;
  if (isRace || wasLost) return { granted: session, account };
  // A token that was used and replaced comes back: somebody else has a copy of it.
  await endSessions(provider, tx, which, 'token_reused');
  await audit(tx, { action: 'refresh_token_reused', userId: session.userId, address });
  return refusal('refresh_token_already_used', 'Already Used');
}

/**
 * Trades a refresh token for a new pair.
 * @throws AuthError refresh_token_not_found, refresh_token_already_used (which ends the session), session_expired,
 * over_request_rate_limit for tokens that are none
 */
export async function refreshSession(
  provider: Provider,
  { token, address }: { token: string; address: string },
): Promise<AuthSession> {
  const { db, deriveKey } = provider;
  const claim = readRefreshToken(token);
  const known = claim && (await db.read((conn) => findLive(conn, claim.sessionId)));
  if (!claim || !known || !isGenuine(token, known.session.salt, deriveKey)) {
    await countStranger(provider, address);
    throw NOT_FOUND().refused;
  }
  // The refusal is thrown only after the commit: the end of the session must not be rolled back.
  const outcome = await db.transact(async (tx): Promise<Outcome> => {
    const session = await lockSession(tx, claim.sessionId);
    return session ? rotate(provider, tx, session, { sent: claim.counter, address }) : NOT_FOUND();
  });
  if ('refused' in outcome) throw outcome.refused;
  return db.read((conn) => grantTokens(provider, conn, outcome.granted, outcome.account));
}
