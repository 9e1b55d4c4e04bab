import type { Tx } from '../db/database.ts';
import { confirmNewEmailMail, haveAccountMail } from '../mail/templates.ts';
import { audit } from './audit.ts';
import type { Provider } from './context.ts';
import { makeLink } from './links.ts';
import { type AccountRow, deleteLinks, findAccountByEmail } from './queries.ts';

interface Change {
  account: AccountRow;
  newEmail: string;
  address: string;
}

/**
 * Mails one link to the old address and one to the new; both have to be used. A newer request voids the older one. If
 * the new address has an account already, only a mail to that address says so.
 */
export async function askEmailChange(
  provider: Provider,
  tx: Tx,
  { account, newEmail, address }: Change,
): Promise<void> {
  await audit(tx, { action: 'email_change_asked', userId: account.id, address });
  await deleteLinks(tx, account.id, 'email_change');
  const half = { userId: account.id, type: 'email_change', newEmail } as const;
  const [toOld, toNew] = [await makeLink(provider, tx, half), await makeLink(provider, tx, half)];
  const holder = await findAccountByEmail(tx, newEmail);
  await provider.post(tx, confirmNewEmailMail(account.email, toOld));
  await provider.post(
    tx,
    holder?.confirmedAt
      ? haveAccountMail(newEmail, provider.config.publicUrl)
      : confirmNewEmailMail(newEmail, toNew),
  );
}
