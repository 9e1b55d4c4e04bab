import { AppError } from '../../platform/core/errors.ts';
import { createSemaphorePerKey } from '../../platform/core/semaphore.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { AuthSession } from '../accounts/present.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import {
  type AccountRow,
  findAccount,
  findLive,
  lockSession,
  type SessionRow,
  updateSession,
} from '../queries.ts';
import { isBanned, userBanned } from './banned.ts';
import { endSessions } from './end-sessions.ts';
import { isGenuine, type RefreshClaim, readRefreshToken } from './refresh-token.ts';
import { grantTokens } from './session.ts';

/** How many rotations a token may be behind the current one: racing tabs send such tokens. */
const MAX_BEHIND = 2;
const QUEUE_MAX = 50;
const BUSY_RETRY_SECONDS = 5;

type Outcome = { granted: SessionRow; account: AccountRow } | { refused: AuthError };

const refusal = (code: string, what: string): { refused: AuthError } => ({
  refused: new AuthError(400, code, `Invalid Refresh Token: ${what}`),
});
const NOT_FOUND = () => refusal('refresh_token_not_found', 'Refresh Token Not Found');

// Clients try again after a 503, and stay signed in; a 429 would sign them out.
const busy = () =>
  new AppError('unavailable', 'Too many refreshes of this session at once. Please try again.', {
    retryAfter: BUSY_RETRY_SECONDS,
  });

// In order: each refresh rotates the token, so a request that others overtake falls behind.
const oneAtATime = createSemaphorePerKey(1, (waiting) => {
  if (waiting >= QUEUE_MAX) throw busy();
});

const secondsSince = (instant: Date) => (Date.now() - instant.getTime()) / 1000;

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
  if (isBanned(account)) return { refused: userBanned(403, account) };
  if (behind === 0) {
    const next = { ...session, counter: session.counter + 1, refreshedAt: new Date() };
    await updateSession(tx, session.id, { counter: next.counter, refreshedAt: next.refreshedAt });
    return { granted: next, account };
  }
  // Racing tabs, and clients whose reply was lost, get the current token again. A rotation dated in the
  // future happened before the clock was set back, possibly long ago.
  const isRecent = Math.abs(secondsSince(session.refreshedAt)) <= reuseWindow;
  const isRace = behind <= MAX_BEHIND && isRecent;
  const wasLost = behind === 1 && session.delivered < session.counter;
  if (isRace || wasLost) return { granted: session, account };
  // A used and replaced token came back: someone else has a copy.
  await endSessions(provider, tx, which, 'token_reused');
  await audit(tx, { action: 'refresh_token_reused', userId: session.userId, address });
  return refusal('refresh_token_already_used', 'Already Used');
}

interface Sent {
  token: string;
  address: string;
}

async function decide(provider: Provider, claim: RefreshClaim, { token, address }: Sent): Promise<Outcome> {
  const { db, deriveKey, limits } = provider;
  const known = await db.read((conn) => findLive(conn, claim.sessionId));
  if (!known || !isGenuine(token, known.session.salt, deriveKey)) return NOT_FOUND();
  await limits.take('callsOfMember', `refresh ${known.session.userId}`).catch(() => {
    throw busy();
  });
  return db.transact(async (tx) => {
    const session = await lockSession(tx, claim.sessionId);
    return session ? rotate(provider, tx, session, { sent: claim.counter, address }) : NOT_FOUND();
  });
}

/**
 * @throws AuthError refresh_token_not_found, refresh_token_already_used (which ends the session),
 * session_expired, unavailable
 */
export async function refreshSession(provider: Provider, sent: Sent): Promise<AuthSession> {
  const claim = readRefreshToken(sent.token);
  if (!claim) throw NOT_FOUND().refused;
  const outcome = await oneAtATime(claim.sessionId, () => decide(provider, claim, sent));
  // The refusal is thrown only after the commit: it must not roll back the end of the session.
  if ('refused' in outcome) throw outcome.refused;
  return provider.db.read((conn) => grantTokens(provider, conn, outcome.granted, outcome.account));
}
