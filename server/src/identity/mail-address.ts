import type { Conn } from '../db/database.ts';
import { findAccount } from './queries.ts';
import { isBanned } from './sign-in.ts';

/** Where a person gets mail; null when nobody has confirmed that address, or they may not sign in. */
export async function mailAddressOf(conn: Conn, userId: string): Promise<string | null> {
  const account = await findAccount(conn, userId);
  if (!account?.confirmedAt || isBanned(account)) return null;
  // An account whose address another took over at a hosted provider shows its id in place of it.
  return account.email.includes('@') ? account.email : null;
}
