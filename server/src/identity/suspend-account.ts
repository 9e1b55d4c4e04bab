import type { Tx } from '../db/database.ts';
import { deleteSessions, type EndedSession, updateAccount } from './queries.ts';

/** Until somebody restores it. */
const FOR_EVER = new Date('9999-12-31T00:00:00.000Z');

/**
 * Shuts an account out: its sessions end, and it cannot sign in.
 * @returns the sessions that ended; null when there is no such account.
 */
export async function suspendAccount(tx: Tx, userId: string): Promise<EndedSession[] | null> {
  const suspended = await updateAccount(tx, userId, { bannedUntil: FOR_EVER });
  return suspended.length > 0 ? deleteSessions(tx, userId) : null;
}

/** Lets a suspended account sign in again. @returns whether there is such an account. */
export const restoreAccount = async (tx: Tx, userId: string): Promise<boolean> =>
  (await updateAccount(tx, userId, { bannedUntil: null })).length > 0;
