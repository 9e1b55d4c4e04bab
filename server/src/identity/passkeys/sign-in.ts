import type { AuthSession } from '../accounts/present.ts';
import { audit } from '../audit.ts';
import type { Provider } from '../context.ts';
import { lockAccount } from '../queries.ts';
import { isBanned, userBanned } from '../sessions/banned.ts';
import { grantTokens, startSession } from '../sessions/session.ts';
import { openChallenge, useChallenge } from './challenge.ts';
import { passkeyUsed, requestOptions, unknownPasskey, verifyPasskey } from './verify-passkey.ts';

const SIGN_IN = { purpose: 'sign_in', sessionId: null } as const;

/** Begins a sign-in: the browser offers the passkeys that it has for this site. @throws AuthError 429 */
export async function beginSignIn(provider: Provider, address: string) {
  await provider.limits.take('passkeyPerAddress', address);
  return openChallenge(provider, SIGN_IN, await requestOptions(provider));
}

interface SignIn {
  challengeId: unknown;
  credential: unknown;
  address: string;
}

/**
 * The authenticator has verified the member, by face or PIN, so this counts as two factors.
 * @throws AuthError webauthn_…, user_banned, 429
 */
export async function signInWithPasskey(
  provider: Provider,
  { challengeId, credential, address }: SignIn,
): Promise<AuthSession> {
  const { db, limits } = provider;
  await limits.take('passwordPerAddress', address);
  const challenge = await useChallenge(provider, challengeId, SIGN_IN);
  const verified = await verifyPasskey(provider, { challenge, credential, address });
  const { session, account } = await db.transact(async (tx) => {
    const found = await lockAccount(tx, verified.passkey.userId);
    if (!found) throw unknownPasskey();
    if (isBanned(found)) throw userBanned(400, found);
    await passkeyUsed(tx, verified);
    await audit(tx, { action: 'signed_in', userId: found.id, address });
    return { account: found, session: await startSession(provider, tx, found, 'passkey') };
  });
  return db.read((conn) =>
    grantTokens(provider, conn, session, { ...account, lastSignInAt: session.createdAt }),
  );
}
