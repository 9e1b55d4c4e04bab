import { AuthError } from './auth-error.ts';
import type { Provider } from './context.ts';
import { checkStrength, hashPassword, isPassword } from './password.ts';
import type { AccountRow, SessionRow } from './queries.ts';

interface Change {
  account: AccountRow;
  session: SessionRow;
  password: string;
  currentPassword: unknown;
}

export const currentPasswordInvalid = () =>
  new AuthError(400, 'current_password_invalid', 'Your current password is not right.');

/**
 * Checks a change of password. The current one is asked for, but not of somebody who has none or has just proven by a
 * recovery link who they are.
 * @returns the hash to store
 * @throws AuthError current_password_required, current_password_invalid, weak_password, same_password, 429
 */
export async function hashNewPassword(
  { config, limits }: Provider,
  { account, session, password, currentPassword }: Change,
): Promise<string> {
  const { email, passwordHash } = account;
  const isRecovering = session.amr.some(({ method }) => method === 'recovery');
  if (passwordHash !== null && !isRecovering) {
    if (typeof currentPassword !== 'string' || currentPassword === '') {
      throw new AuthError(400, 'current_password_required', 'Your current password is required.');
    }
    await limits.take('failurePerAccount', email);
    if (!(await isPassword(currentPassword, passwordHash))) {
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
