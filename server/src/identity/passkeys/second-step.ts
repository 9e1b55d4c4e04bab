import type { Tx } from '../../platform/db/database.ts';
import { passkeyStepAddedMail } from '../../platform/mail/templates.ts';
import type { AuthSession } from '../accounts/present.ts';
import { audit } from '../audit.ts';
import { AuthError, sessionNotFound } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { factorNotFound } from '../factors/challenge.ts';
import { deleteUnverifiedFactors, findFactor, insertFactor, markVerified } from '../factors/queries.ts';
import { raise } from '../factors/raise.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { hasVerifiedFactor, lockAccount, lockSession } from '../queries.ts';
import type { Caller } from '../request.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { grantTokens } from '../sessions/session.ts';
import { openChallenge, useChallenge } from './challenge.ts';
import { countPasskeys } from './queries.ts';
import { passkeyUsed, requestOptions, verifyPasskey } from './verify-passkey.ts';

// A member's passkeys together are one factor, whose id is the member's. While an authenticator app is on, passkeys
// are accepted beside it; without an app, the member chooses whether they are a second step, and then there is a row.

const useOf = ({ sessionId }: Caller) => ({ purpose: 'second_step', sessionId }) as const;

export function isPasskeyFactor({ userId }: Pick<Caller, 'userId'>, factorId: string): boolean {
  return factorId === userId;
}

/** Using a passkey then turns it on. @throws AuthError mfa_verified_factor_exists, validation_failed */
export async function enrollPasskeys({ db }: Provider, { userId }: Caller, name: string) {
  await db.transact(async (tx) => {
    await lockAccount(tx, userId);
    if (await hasVerifiedFactor(tx, userId)) {
      const message = 'Two-step sign-in is on already, and accepts your passkeys.';
      throw new AuthError(422, 'mfa_verified_factor_exists', message);
    }
    if ((await countPasskeys(tx, userId)) === 0) {
      throw new AuthError(422, 'validation_failed', 'Add a passkey first.');
    }
    const now = new Date();
    await deleteUnverifiedFactors(tx, userId);
    await insertFactor(tx, {
      ...{ id: userId, userId, type: 'webauthn', friendlyName: name, sealedSecret: '' },
      ...{ onSince: null, lastStep: 0, createdAt: now, updatedAt: now },
    });
  });
  return { id: userId, type: 'webauthn', friendly_name: name } as const;
}

/** Asks for one of the caller's passkeys as the second step. @throws AuthError mfa_factor_not_found */
export async function challengePasskeys(provider: Provider, caller: Caller) {
  const { userId } = caller;
  const isAccepted = await provider.db.read(
    async (conn) =>
      (await countPasskeys(conn, userId)) > 0 &&
      ((await hasVerifiedFactor(conn, userId)) || (await findFactor(conn, userId, userId)) !== undefined),
  );
  if (!isAccepted) throw factorNotFound();
  const { challenge_id, options, expires_at } = await openChallenge(
    provider,
    useOf(caller),
    await requestOptions(provider, userId),
  );
  // The client's own default would hint at security keys only.
  const publicKey = { ...options, hints: [] };
  return {
    ...{ id: challenge_id, type: 'webauthn', expires_at },
    webauthn: { type: 'request', credential_options: { publicKey } },
  };
}

interface Attempt {
  challengeId: unknown;
  credential: unknown;
  address: string;
}

/** Makes passkeys the second step, if the member has begun to; ends the sessions that have proven one factor only. */
async function turnOn(provider: Provider, tx: Tx, caller: Caller, address: string): Promise<void> {
  const { userId, sessionId, account } = caller;
  if (await hasVerifiedFactor(tx, userId)) return;
  if ((await markVerified(tx, { userId, id: userId }, new Date())).length === 0) throw factorNotFound();
  await endSessions(provider, tx, { userId, except: sessionId, aal: 'aal1' }, 'signed_out');
  await audit(tx, { action: 'factor_added', userId, address });
  await notifyOfSecurity(
    provider,
    tx,
    userId,
    passkeyStepAddedMail(account.email, provider.config.publicUrl),
  );
}

/** Raises the session to the second level. @throws AuthError mfa_factor_not_found, webauthn_…, 429 */
export async function verifyPasskeyStep(
  provider: Provider,
  caller: Caller,
  { challengeId, credential, address }: Attempt,
): Promise<AuthSession> {
  const { db, limits } = provider;
  const { userId, sessionId } = caller;
  await limits.take('codePerAccount', userId);
  const challenge = await useChallenge(provider, challengeId, useOf(caller));
  const verified = await verifyPasskey(provider, { challenge, credential, address, userId });
  const { session, account } = await db.transact(async (tx) => {
    const found = await lockAccount(tx, userId);
    const current = await lockSession(tx, sessionId);
    if (!current || !found) throw sessionNotFound();
    await passkeyUsed(tx, verified);
    await turnOn(provider, tx, caller, address);
    await audit(tx, { action: 'code_entered', userId, address });
    return { session: await raise(provider, tx, current, 'mfa/webauthn'), account: found };
  });
  await limits.refund('codePerAccount', userId);
  return db.read((conn) => grantTokens(provider, conn, session, account));
}
