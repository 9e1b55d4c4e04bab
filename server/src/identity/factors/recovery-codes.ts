import { createHmac, randomBytes } from 'node:crypto';
import { encodeBase32LowerCaseNoPadding } from '@oslojs/encoding';
import { RECOVERY_CODES } from '@selvedge/shared/identity/two-step';
import { recoveryCodesMadeMail, recoveryCodeUsedMail } from '../../platform/mail/templates.ts';
import type { AuthSession } from '../accounts/present.ts';
import { audit } from '../audit.ts';
import { AuthError, sessionNotFound } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { type AccountRow, hasVerifiedFactor, lockAccount, lockSession, type SessionRow } from '../queries.ts';
import type { Caller } from '../request.ts';
import { grantTokens } from '../sessions/session.ts';
import { factorNotFound } from './challenge.ts';
import { countRecoveryCodes, deleteRecoveryCodes, insertRecoveryCodes, takeRecoveryCode } from './queries.ts';
import { raise } from './raise.ts';

/** 80 bits: sixteen characters. */
const CODE_BYTES = 10;

// Keyed, so that a copy of the database does not help with guessing.
const hashOf = ({ deriveKey }: Pick<Provider, 'deriveKey'>, userId: string, code: string) =>
  createHmac('sha256', deriveKey('recovery codes')).update(`${userId} ${code}`).digest('base64url');

/** Accepts codes as typed: in capitals, with spaces or hyphens. */
const normalize = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/**
 * Makes ten recovery codes, which cannot be shown again, and voids the earlier ones.
 * @throws AuthError insufficient_aal; mfa_factor_not_found without two-step sign-in, or with `replaces` and
 * no codes; mfa_verified_factor_exists
 */
export async function makeRecoveryCodes(
  provider: Provider,
  { userId, level, account }: Caller,
  { replaces, address }: { replaces: boolean; address: string },
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    encodeBase32LowerCaseNoPadding(randomBytes(CODE_BYTES)),
  );
  const createdAt = new Date();
  const rows = codes.map((code) => ({ hash: hashOf(provider, userId, code), userId, createdAt }));
  await provider.db.transact(async (tx) => {
    await lockAccount(tx, userId);
    if (!(await hasVerifiedFactor(tx, userId))) throw factorNotFound();
    if (level !== 'aal2') throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required');
    const before = await countRecoveryCodes(tx, userId);
    if (replaces && before === 0) throw factorNotFound();
    if (!replaces && before > 0) {
      throw new AuthError(422, 'mfa_verified_factor_exists', 'There already are recovery codes');
    }
    await deleteRecoveryCodes(tx, userId);
    await insertRecoveryCodes(tx, rows);
    await audit(tx, { action: 'recovery_codes_made', userId, address });
    await notifyOfSecurity(
      provider,
      tx,
      userId,
      recoveryCodesMadeMail(account.email, provider.config.publicUrl),
    );
  });
  return codes;
}

type Outcome = { session: SessionRow; account: AccountRow } | { refused: AuthError };

/**
 * Raises the session to the second level, like an authenticator app's code. Each recovery code works once.
 * @throws AuthError mfa_verification_failed, over_request_rate_limit
 */
export async function enterRecoveryCode(
  provider: Provider,
  { userId, sessionId }: Caller,
  { code, address }: { code: string; address: string },
): Promise<AuthSession> {
  const { db, limits, config } = provider;
  // Charged first, so that parallel attempts cannot exceed the limit, which codes of apps share.
  await limits.take('codePerAccount', userId);
  const hash = hashOf(provider, userId, normalize(code));
  const outcome = await db.transact(async (tx): Promise<Outcome> => {
    const account = await lockAccount(tx, userId);
    const session = await lockSession(tx, sessionId);
    if (!session || !account) return { refused: sessionNotFound() };
    if ((await takeRecoveryCode(tx, userId, hash)).length === 0) {
      await audit(tx, { action: 'code_refused', userId, address });
      return { refused: new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered') };
    }
    await audit(tx, { action: 'recovery_code_used', userId, address });
    const left = await countRecoveryCodes(tx, userId);
    await notifyOfSecurity(provider, tx, userId, recoveryCodeUsedMail(account.email, left, config.publicUrl));
    return { session: await raise(provider, tx, session, 'mfa/recovery_code'), account };
  });
  if ('refused' in outcome) throw outcome.refused;
  await limits.refund('codePerAccount', userId);
  return db.read((conn) => grantTokens(provider, conn, outcome.session, outcome.account));
}
