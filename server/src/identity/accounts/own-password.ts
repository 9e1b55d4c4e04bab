import { audit } from '../audit.ts';
import { AuthError, currentPasswordInvalid } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import type { AccountRow } from '../queries.ts';
import { isBanned, userBanned } from '../sessions/banned.ts';
import { isPassword } from './password.ts';

interface Attempt {
  account: AccountRow;
  password: string | undefined;
  address: string;
  /** In a session of the account, where strangers cannot use up the limit. */
  isSignedIn: boolean;
}

/** @throws AuthError reauthentication_needed without one, current_password_invalid, user_banned, 429 */
export async function checkOwnPassword(
  { db, limits }: Provider,
  { account, password, address, isSignedIn }: Attempt,
): Promise<void> {
  if (password === undefined) {
    throw new AuthError(400, 'reauthentication_needed', "Send the account's password with this link.");
  }
  await limits.take('passwordPerAddress', address);
  const refund = await (isSignedIn
    ? limits.takeProof(account.email)
    : limits.takePassword(account.email, address));
  if (!(await isPassword(password, account.passwordHash))) {
    await db.transact((tx) => audit(tx, { action: 'proof_refused', userId: account.id, address }));
    throw currentPasswordInvalid();
  }
  await refund();
  if (isBanned(account)) throw userBanned(403, account);
}
