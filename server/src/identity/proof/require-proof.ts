import { checkOwnPassword } from '../accounts/own-password.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import type { Caller } from '../request.ts';
import { type Body, textOf } from '../request.ts';
import { isFresh, PROVE_FIRST } from './fresh.ts';
import { markProven } from './mark-proven.ts';
import { proveByNonce } from './nonce.ts';

/** A proof sent with a call: the account's password, or the code mailed to its address. */
interface GivenProof {
  password?: string;
  nonce?: string;
}

export function proofIn({ current_password, nonce }: Body): GivenProof {
  return {
    ...(textOf(current_password) !== '' && { password: textOf(current_password) }),
    ...(textOf(nonce) !== '' && { nonce: textOf(nonce) }),
  };
}

/**
 * An access token alone may be stolen. A proof is valid for five minutes, in this session.
 * @throws AuthError reauthentication_needed, current_password_invalid, reauthentication_not_valid, 429
 */
export async function requireProof(
  provider: Provider,
  caller: Caller,
  { given, address }: { given: GivenProof; address: string },
): Promise<void> {
  const { account, session } = caller;
  if (given.password !== undefined) {
    await checkOwnPassword(provider, { account, password: given.password, address, isSignedIn: true });
    await provider.db.transact((tx) => markProven(tx, caller, address));
  } else if (given.nonce !== undefined) {
    await proveByNonce(provider, caller, { nonce: given.nonce, address });
  } else if (!isFresh(session)) {
    throw new AuthError(400, 'reauthentication_needed', PROVE_FIRST);
  }
}
