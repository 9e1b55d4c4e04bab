import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { isProvenAgain, isRecovering } from '../proof/fresh.ts';
import type { AccountRow, SessionRow } from '../queries.ts';
import { checkStrength, hashPassword, isPassword } from './password.ts';

interface Change {
  account: AccountRow;
  session: SessionRow;
  password: string;
}

/**
 * Replacing a password takes more than a recent sign-in: the current one, a mailed code, or a recovery link.
 * @throws AuthError current_password_required, weak_password, same_password, 429
 */
export async function hashNewPassword(
  { config, limits }: Provider,
  { account, session, password }: Change,
): Promise<string> {
  const { id, passwordHash } = account;
  if (passwordHash !== null && !isProvenAgain(session) && !isRecovering(session)) {
    throw new AuthError(400, 'current_password_required', 'Your current password is required.');
  }
  // Charged before hashing: only a few hashes run at a time, and other members' sign-ins need them.
  await limits.take('newPasswordPerAccount', id);
  await checkStrength(password, config.identity.passwordMin);
  if (await isPassword(password, passwordHash)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password);
}
