import { USERNAME_TAKEN } from '@selvedge/shared/members/usernames';
import { ensureUser, findByUsername, setAdmin } from '../../members/public.ts';

import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { NewAdmin, Provider } from '../context.ts';
import { deleteUnconfirmedAccount, insertAccount, insertIdentity } from '../queries.ts';
import { readEmail } from './email.ts';
import { checkStrength, hashPassword } from './password.ts';
import { randomUsername } from './random-username.ts';
import { emailIdentityOf, newAccount } from './sign-up.ts';

const EMAIL_TAKEN =
  'There already is an account with this e-mail address. Use another one, or run "selvedge admin grant" with its username.';

/**
 * Hashes the password first, which takes too long for a transaction. The function that it returns creates the
 * account with a confirmed address; it throws AuthError user_already_exists, or validation_failed if the
 * username is taken.
 * @throws AuthError validation_failed, weak_password
 */
export async function prepareAdmin(
  { config }: Pick<Provider, 'config'>,
  { email: given, username, password, address }: NewAdmin,
): Promise<(tx: Tx) => Promise<string>> {
  const email = readEmail(given);
  await checkStrength(password, config.identity.passwordMin);
  const passwordHash = await hashPassword(password);
  return async (tx) => {
    const account = {
      ...newAccount(email),
      ...{ passwordHash, promisedUsername: username, confirmedAt: new Date() },
    };
    // Any visitor can leave an unconfirmed sign-up with this address.
    await deleteUnconfirmedAccount(tx, email);
    if ((await insertAccount(tx, account)).length === 0) {
      throw new AuthError(422, 'user_already_exists', EMAIL_TAKEN);
    }
    if ((await findByUsername(tx, { usernameKey: username.toLowerCase() })).length > 0) {
      throw new AuthError(400, 'validation_failed', USERNAME_TAKEN);
    }
    await insertIdentity(tx, emailIdentityOf(account));
    await ensureUser(tx, { id: account.id, username, anotherName: randomUsername, isChosen: true });
    await setAdmin(tx, account.id, true);
    await audit(tx, { action: 'signed_up', userId: account.id, address });
    await audit(tx, { action: 'admin_granted', userId: account.id, address });
    return account.id;
  };
}
