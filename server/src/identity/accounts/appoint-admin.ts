import type { Tx } from '../../db/database.ts';
import { ensureUser } from '../../members/ensure-member.ts';
import { setAdmin } from '../../members/set-admin.ts';
import { audit } from '../audit.ts';
import type { AccountRow } from '../queries.ts';
import { randomUsername } from './random-username.ts';

/** Whether a mail has proven who holds the address; AUTH_AUTOCONFIRM proves nothing. */
export const isProven = (account: Pick<AccountRow, 'confirmedAt' | 'isAutoConfirmed'>): boolean =>
  account.confirmedAt !== null && !account.isAutoConfirmed;

/**
 * Makes the member of an account an admin at its sign-in, if the operator has named its e-mail address. The address must
 * be proven, and the first of this account: a change of address gives nobody rights.
 * @param adminEmails in lower case.
 */
export async function appointAdmin(
  tx: Tx,
  adminEmails: readonly string[],
  account: Pick<
    AccountRow,
    'id' | 'email' | 'confirmedAt' | 'isAutoConfirmed' | 'emailChangedAt' | 'promisedUsername'
  >,
): Promise<void> {
  const { id, email, emailChangedAt, promisedUsername } = account;
  if (!adminEmails.includes(email) || !isProven(account) || emailChangedAt !== null) return;
  await ensureUser(tx, { id, username: promisedUsername, anotherName: randomUsername });
  if (await setAdmin(tx, id, true)) await audit(tx, { action: 'admin_granted', userId: id, address: null });
}
