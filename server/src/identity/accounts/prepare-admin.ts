import type { Tx } from '../../db/database.ts';
import { ensureUser } from '../../members/ensure-member.ts';
import { setAdmin } from '../../members/set-admin.ts';
import { audit } from '../audit.ts';
import type { NewAdmin, Provider } from '../context.ts';
import { deleteUnconfirmedAccount, insertAccount, insertIdentity } from '../queries.ts';
import { readEmail } from './email.ts';
import { checkStrength, hashPassword } from './password.ts';
import { randomUsername } from './random-username.ts';
import { emailIdentityOf, newAccount } from './sign-up.ts';

/**
 * Checks the first admin's credentials and hashes the password, which takes too long for a transaction.
 * @returns creates the account, whose address counts as confirmed, and resolves with its id
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
    await insertAccount(tx, account);
    await insertIdentity(tx, emailIdentityOf(account));
    await ensureUser(tx, { id: account.id, username, anotherName: randomUsername, isChosen: true });
    await setAdmin(tx, account.id, true);
    await audit(tx, { action: 'signed_up', userId: account.id, address });
    await audit(tx, { action: 'admin_granted', userId: account.id, address });
    return account.id;
  };
}
