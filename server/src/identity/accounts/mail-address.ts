import type { Conn } from '../../db/database.ts';
import { findAccount } from '../queries.ts';
import { isBanned } from '../sessions/sign-in.ts';

/** The address at which a person gets mail; null when it is unconfirmed, or they are suspended. */
export async function mailAddressOf(conn: Conn, userId: string): Promise<string | null> {
  const account = await findAccount(conn, userId);
  if (!account?.confirmedAt || isBanned(account)) return null;
  // At a hosted provider another account may have taken over the address; then this one has its id in place of it.
  return account.email.includes('@') ? account.email : null;
}
