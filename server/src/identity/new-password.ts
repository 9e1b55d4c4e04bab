import { AuthError, currentPasswordInvalid } from './auth-error.ts';
import type { Provider } from './context.ts';
import { checkStrength, hashPassword, isPassword } from './password.ts';
import type { AccountRow, SessionRow } from './queries.ts';
import { textOf } from './request.ts';

interface Change {
  account: AccountRow;
  session: SessionRow;
  password: string;
  currentPassword: unknown;
  /** The network address that attempts are counted by. */
  address: string;
}

/**
 * Checks a change of password. It takes the current one, except from somebody who has none, or who has just proven who
 * they are by a recovery link.
 * @returns the hash to store
 * @throws AuthError current_password_required, current_password_invalid, weak_password, same_password, 429
 */
export async function hashNewPassword(
  { config, limits }: Provider,
  { account, session, password, currentPassword, address }: Change,
): Promise<string> {
  const { id, email, passwordHash } = account;
  const isRecovering = session.amr.some(({ method }) => method === 'recovery');
  const isAsked = passwordHash !== null && !isRecovering;
  const current = textOf(currentPassword);
  if (isAsked && current === '') {
    throw new AuthError(400, 'current_password_required', 'Your current password is required.');
  }
  // Before any hashing: only a few hashes are made at once, and other people want to sign in.
  await limits.take('passwordPerAddress', address);
  await limits.take('newPasswordPerAccount', id);
  if (isAsked) {
    await limits.take('failurePerAccount', email);
    if (!(await isPassword(current, passwordHash))) {
      throw currentPasswordInvalid();
    }
    await limits.giveBack('failurePerAccount', email);
  }
  await checkStrength(password, config.identity.passwordMin);
  if (await isPassword(password, passwordHash)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password);
}
