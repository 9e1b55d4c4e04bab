import { checkOwnPassword } from '../accounts/own-password.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import type { Asker } from '../request.ts';
import { type Body, textOf } from '../request.ts';
import { isFresh, PROVE_FIRST } from './fresh.ts';
import { markProven } from './mark-proven.ts';
import { proveByNonce } from './nonce.ts';

/** A proof that comes with a call: the password of the account, or the code that was mailed to its address. */
export interface GivenProof {
  password?: string;
  nonce?: string;
}

/** The proof in the body of a call that needs one. */
export const proofIn = ({ current_password, nonce }: Body): GivenProof => ({
  ...(textOf(current_password) !== '' && { password: textOf(current_password) }),
  ...(textOf(nonce) !== '' && { nonce: textOf(nonce) }),
});

/**
 * Somebody proves in their session that the account is theirs, which an access token alone does not show: it may be
 * stolen. The proof holds for five minutes, in this session.
 * @throws AuthError reauthentication_needed without one, unless the last is fresh; current_password_invalid,
 * reauthentication_not_valid, 429
 */
export async function needProof(
  provider: Provider,
  asker: Asker,
  { given, address }: { given: GivenProof; address: string },
): Promise<void> {
  const { account, session } = asker;
  if (given.password !== undefined) {
    await checkOwnPassword(provider, {
      ...{ account, password: given.password, address },
      limit: 'proofPerAccount',
    });
    await provider.db.transact((tx) => markProven(tx, asker, address));
  } else if (given.nonce !== undefined) {
    await proveByNonce(provider, asker, { nonce: given.nonce, address });
  } else if (!isFresh(session)) {
    throw new AuthError(400, 'reauthentication_needed', PROVE_FIRST);
  }
}
