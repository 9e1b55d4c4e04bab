import type { Database } from '../db/database.ts';
import { setAdmin } from '../users/set-admin.ts';
import type { AccountRow } from './queries.ts';

type Account = Pick<AccountRow, 'email' | 'confirmedAt' | 'isAutoConfirmed'>;

interface Appointing {
  db: Database;
  /** In lower case. */
  adminEmails: readonly string[];
}

/** Whether a mail has proven who holds the address; AUTH_AUTOCONFIRM proves nothing. */
const isProven = (account: Account): boolean => account.confirmedAt !== null && !account.isAutoConfirmed;

/**
 * Makes the member of an account an admin if the operator has named its e-mail address, once that address is proven.
 * @returns whether they are an admin now.
 */
export async function appointAdmin(
  { db, adminEmails }: Appointing,
  account: Account,
  member: { id: string; isAdmin: boolean },
): Promise<boolean> {
  if (member.isAdmin || !adminEmails.includes(account.email) || !isProven(account)) return member.isAdmin;
  await db.transact((tx) => setAdmin(tx, member.id, true));
  return true;
}
