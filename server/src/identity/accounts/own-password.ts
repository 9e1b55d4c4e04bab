import { audit } from '../audit.ts';
import { AuthError, currentPasswordInvalid } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import type { AccountRow } from '../queries.ts';
import { isBanned, userBanned } from '../sessions/banned.ts';
import { isPassword } from './password.ts';

interface Attempt {
  account: AccountRow;
  password: string | undefined;
  /** The network address by which attempts are counted. */
  address: string;
  /** The second limit that counts wrong passwords: the one for sign-ins, or the one for signed-in members. */
  limit: 'failurePerAccount' | 'proofPerAccount';
}

/**
 * Checks the password with which the owner of an account proves that it is theirs.
 * @throws AuthError reauthentication_needed without one, current_password_invalid, user_banned, 429
 */
export async function checkOwnPassword(
  { db, limits }: Provider,
  { account, password, address, limit }: Attempt,
): Promise<void> {
  if (password === undefined) {
    throw new AuthError(400, 'reauthentication_needed', "Send the account's password with this link.");
  }
  await limits.take('passwordPerAddress', address);
  await limits.take(limit, account.email);
  if (!(await isPassword(password, account.passwordHash))) {
    await db.transact((tx) => audit(tx, { action: 'proof_refused', userId: account.id, address }));
    throw currentPasswordInvalid();
  }
  await limits.refund(limit, account.email);
  if (isBanned(account)) throw userBanned(403, account);
}
