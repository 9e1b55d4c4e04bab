import type { Conn } from '../../platform/db/database.ts';
import { findAccount } from '../queries.ts';
import { isBanned } from '../sessions/banned.ts';

export async function isSuspended(conn: Conn, userId: string): Promise<boolean> {
  const account = await findAccount(conn, userId);
  return account !== undefined && isBanned(account);
}
