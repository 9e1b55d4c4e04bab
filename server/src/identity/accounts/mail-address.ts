import type { Conn } from '../../db/database.ts';
import { findAccount } from '../queries.ts';
import { isBanned } from '../sessions/sign-in.ts';

/** The address that gets a member's mail; null when it is unconfirmed, or the member is suspended. */
export async function mailAddressOf(conn: Conn, userId: string): Promise<string | null> {
  const account = await findAccount(conn, userId);
  if (!account?.confirmedAt || isBanned(account)) return null;
  // At a hosted provider, another account may have taken the address: then this account's id is in that
  // column.
  return account.email.includes('@') ? account.email : null;
}
