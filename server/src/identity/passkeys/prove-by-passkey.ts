import type { Provider } from '../context.ts';
import { markProven } from '../proof/mark-proven.ts';
import type { Caller } from '../request.ts';
import { openChallenge, useChallenge } from './challenge.ts';
import { countPasskeys } from './queries.ts';
import { noPasskey } from './rename-passkey.ts';
import { passkeyUsed, requestOptions, verifyPasskey } from './verify-passkey.ts';

const useOf = ({ sessionId }: Caller) => ({ purpose: 'proof', sessionId }) as const;

/** @throws AuthError webauthn_credential_not_found without any passkey */
export async function askForPasskey(provider: Provider, caller: Caller) {
  const { userId } = caller;
  if ((await provider.db.read((conn) => countPasskeys(conn, userId))) === 0) throw noPasskey();
  return openChallenge(provider, useOf(caller), await requestOptions(provider, userId));
}

/** Accepts a passkey as proof that the account is the caller's. @throws AuthError webauthn_…, 429 */
export async function proveByPasskey(
  provider: Provider,
  caller: Caller,
  { challengeId, credential, address }: { challengeId: unknown; credential: unknown; address: string },
): Promise<void> {
  const { db, limits } = provider;
  const { userId, account } = caller;
  const refund = await limits.takeProof(account.email);
  const challenge = await useChallenge(provider, challengeId, useOf(caller));
  const verified = await verifyPasskey(provider, { challenge, credential, address, userId });
  await db.transact(async (tx) => {
    await markProven(tx, caller, address);
    await passkeyUsed(tx, verified);
  });
  await refund();
}
