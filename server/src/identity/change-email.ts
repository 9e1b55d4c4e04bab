import type { Tx } from '../db/database.ts';
import { emailChangedMail } from '../mail/templates.ts';
import { audit } from './audit.ts';
import type { Provider } from './context.ts';
import {
  type AccountRow,
  deleteLinks,
  deleteUnconfirmedAccount,
  findAccountByEmail,
  updateAccount,
} from './queries.ts';

/**
 * Gives an account another address, and tells both. An attempt of somebody else to sign up with it gives way.
 * @returns nothing when the address belongs to another account.
 */
export async function changeEmail(
  provider: Provider,
  tx: Tx,
  { account, newEmail, address }: { account: AccountRow; newEmail: string; address: string },
): Promise<AccountRow | undefined> {
  await deleteUnconfirmedAccount(tx, newEmail);
  if (await findAccountByEmail(tx, newEmail)) return undefined;
  // Links that went to the old address end with it.
  await deleteLinks(tx, account.id);
  await audit(tx, { action: 'email_changed', userId: account.id, address });
  const [changed] = await updateAccount(tx, account.id, { email: newEmail });
  for (const to of [account.email, newEmail]) {
    provider.post(tx, emailChangedMail(to, provider.config.publicUrl));
  }
  return changed;
}
