import type { Tx } from '../../platform/db/database.ts';
import {
  confirmEmailChangeMail,
  confirmNewEmailMail,
  haveAccountMail,
} from '../../platform/mail/templates.ts';
import { audit } from '../audit.ts';
import type { Provider } from '../context.ts';
import { makeLink } from '../links/links.ts';
import { siteOf } from '../links/next-path.ts';
import { type AccountRow, deleteLinks, findAccountByEmail } from '../queries.ts';

interface Change {
  account: AccountRow;
  newEmail: string;
  target: string | null;
}

/** Starts an e-mail change with a link to the old address. A newer request voids the older one. */
export async function requestEmailChange(
  provider: Provider,
  tx: Tx,
  { account, newEmail, target, address }: Change & { address: string },
): Promise<void> {
  const { id: userId, email } = account;
  await audit(tx, { action: 'email_change_asked', userId, address });
  await deleteLinks(tx, userId, 'email_change');
  const link = await makeLink(provider, tx, { userId, type: 'email_change', newEmail, target });
  await provider.post(tx, confirmEmailChangeMail(email, link));
}

/** The page asks for the account's password. If the address is taken, only the mail to it says so. */
export async function mailNewAddressLink(
  provider: Provider,
  tx: Tx,
  { account, newEmail, target }: Change,
): Promise<void> {
  const { id: userId } = account;
  await deleteLinks(tx, userId, 'email_change');
  const link = await makeLink(provider, tx, { userId, type: 'email_change', newEmail, target, isLast: true });
  const holder = await findAccountByEmail(tx, newEmail);
  await provider.post(
    tx,
    holder?.confirmedAt
      ? haveAccountMail(newEmail, siteOf(target) ?? provider.config.publicUrl)
      : confirmNewEmailMail(newEmail, link),
  );
}
