import type { Tx } from '../../platform/db/database.ts';
import { emailChangedMail } from '../../platform/mail/templates.ts';
import { audit } from '../audit.ts';
import type { Provider } from '../context.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import {
  type AccountRow,
  deleteLinks,
  deleteUnconfirmedAccount,
  findAccountByEmail,
  insertIdentity,
  updateAccount,
} from '../queries.ts';
import { dropAccess } from './drop-access.ts';
import { emailIdentityOf } from './sign-up.ts';

interface Change {
  account: AccountRow;
  newEmail: string;
  address: string;
  /** By a mailed link. Then only the password stays: someone in the old mailbox may have added others. */
  isProven: boolean;
}

/** Mails both addresses. Deletes an unconfirmed account with the new one; undefined if another has it. */
export async function changeEmail(
  provider: Provider,
  tx: Tx,
  { account, newEmail, address, isProven }: Change,
): Promise<AccountRow | undefined> {
  await deleteUnconfirmedAccount(tx, newEmail);
  if (await findAccountByEmail(tx, newEmail)) return undefined;
  // Voids the links mailed to the old address.
  await deleteLinks(tx, account.id);
  if (isProven) {
    await dropAccess(provider, tx, account.id);
    await insertIdentity(tx, emailIdentityOf(account));
  }
  await audit(tx, { action: 'email_changed', userId: account.id, address });
  const [changed] = await updateAccount(tx, account.id, {
    email: newEmail,
    isAutoConfirmed: !isProven,
    emailChangedAt: new Date(),
  });
  const { publicUrl } = provider.config;
  await provider.post(tx, emailChangedMail(account.email, publicUrl));
  await notifyOfSecurity(provider, tx, account.id, emailChangedMail(newEmail, publicUrl));
  return changed;
}
