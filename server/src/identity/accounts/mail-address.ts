import type { Conn } from '../../platform/db/database.ts';
import { type AccountRow, findAccount } from '../queries.ts';
import { isBanned } from '../sessions/banned.ts';

/** The address that gets a member's mail; null when it is unconfirmed, or the member is suspended. */
export async function mailAddressOf(conn: Conn, userId: string): Promise<string | null> {
  const account = await findAccount(conn, userId);
  return account && !isBanned(account) ? confirmedAddress(account) : null;
}

/** Like `mailAddressOf`, also while the member is suspended: for mails about that, and about appeals. */
export async function noticeAddressOf(conn: Conn, userId: string): Promise<string | null> {
  const account = await findAccount(conn, userId);
  return account ? confirmedAddress(account) : null;
}

function confirmedAddress({ confirmedAt, email }: AccountRow): string | null {
  // At a hosted provider, another account may have taken the address: then the column has this account's id.
  return confirmedAt && email.includes('@') ? email : null;
}
