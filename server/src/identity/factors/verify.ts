import type { Tx } from '../../platform/db/database.ts';
import { factorAddedMail } from '../../platform/mail/templates.ts';
import type { AuthSession } from '../accounts/present.ts';
import { audit } from '../audit.ts';
import { AuthError, sessionNotFound } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import {
  type AccountRow,
  type FactorRow,
  hasVerifiedFactor,
  lockAccount,
  lockSession,
  type SessionRow,
} from '../queries.ts';
import type { Caller } from '../request.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { grantTokens } from '../sessions/session.ts';
import { factorNotFound } from './challenge.ts';
import {
  deleteChallenge,
  deleteUnverifiedFactors,
  findFactor,
  markVerified,
  takeStep,
  takeTry,
} from './queries.ts';
import { raise } from './raise.ts';
import { openSecret } from './secret.ts';
import { stepOfCode } from './totp.ts';

const TRIES = 5;

interface Attempt {
  factorId: string;
  challengeId: string;
  code: string;
  address: string;
}
type Outcome = { session: SessionRow; account: AccountRow } | { refused: AuthError };

/** Consumes a code. @returns whether it was right and unused. */
async function takeCode({ deriveKey }: Provider, tx: Tx, factor: FactorRow, code: string): Promise<boolean> {
  const now = new Date();
  const step = stepOfCode(openSecret(deriveKey, factor.sealedSecret), code, now);
  return step !== null && (await takeStep(tx, factor.id, step, now)).length > 0;
}

/**
 * Raises the session to the second level. The first code also activates the app and ends the
 * member's sessions that have proven only one factor.
 * @throws AuthError mfa_…, insufficient_aal, over_request_rate_limit
 */
export async function verifyFactor(
  provider: Provider,
  { userId, sessionId }: Caller,
  { factorId, challengeId, code, address }: Attempt,
): Promise<AuthSession> {
  const { db, limits, config } = provider;
  // Charged before the attempt, so that parallel attempts cannot exceed the limit.
  await limits.take('codePerAccount', userId);
  // The error is thrown only after the commit: the used try must not be rolled back.
  const outcome = await db.transact(async (tx): Promise<Outcome> => {
    // Lock the account first, as everywhere: its factors and sessions change one at a time.
    const account = await lockAccount(tx, userId);
    const factor = await findFactor(tx, userId, factorId);
    if (!factor) return { refused: factorNotFound() };
    const session = await lockSession(tx, sessionId);
    if (!session || !account) return { refused: sessionNotFound() };
    const isFirstCode = factor.onSince === null;
    // Another app may have been activated since this one was enrolled.
    if (isFirstCode && session.aal !== 'aal2' && (await hasVerifiedFactor(tx, userId))) {
      return { refused: new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor') };
    }
    if ((await takeTry(tx, { id: challengeId, factorId }, TRIES, new Date())).length === 0) {
      const message =
        'MFA challenge has expired, verify against another challenge or create a new challenge.';
      return { refused: new AuthError(422, 'mfa_challenge_expired', message) };
    }
    if (!(await takeCode(provider, tx, factor, code))) {
      await audit(tx, { action: 'code_refused', userId, address });
      return { refused: new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered') };
    }
    await audit(tx, { action: 'code_entered', userId, address });
    await deleteChallenge(tx, challengeId);
    if (isFirstCode) {
      await markVerified(tx, factor, new Date());
      await deleteUnverifiedFactors(tx, userId);
      await endSessions(provider, tx, { userId, except: sessionId, aal: 'aal1' }, 'signed_out');
      await audit(tx, { action: 'factor_added', userId, address });
      await notifyOfSecurity(provider, tx, userId, factorAddedMail(account.email, config.publicUrl));
    }
    return { session: await raise(provider, tx, session, 'totp'), account };
  });
  if ('refused' in outcome) throw outcome.refused;
  await limits.refund('codePerAccount', userId);
  return db.read((conn) => grantTokens(provider, conn, outcome.session, outcome.account));
}
