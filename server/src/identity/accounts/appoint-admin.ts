import { ensureUser, setAdmin } from '../../members/public.ts';

import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit.ts';
import type { AccountRow } from '../queries.ts';
import { randomUsername } from './random-username.ts';

/** Whether a mailed link has proven who owns the address; AUTH_AUTOCONFIRM proves nothing. */
export function isProven(account: Pick<AccountRow, 'confirmedAt' | 'isAutoConfirmed'>): boolean {
  return account.confirmedAt !== null && !account.isAutoConfirmed;
}

/**
 * Makes a member an admin if the operator lists their address (`adminEmails`, in lower case). It must be
 * proven, and the account's first: changing an address grants no rights.
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
