import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/database.ts';
import { insertJob } from '../../matching/queries.ts';
import { audit } from '../audit.ts';
import { updateAccount } from '../queries.ts';
import { type Ends, endSessions } from '../sessions/end-sessions.ts';
import { hideItems, showItems } from './suspension/queries.ts';

/** The end of a suspension, which lasts until somebody restores the account. */
const FOR_EVER = new Date('9999-12-31T00:00:00.000Z');

/**
 * Suspends an account: its sessions end, it cannot sign in, and its listings and WTB requests are removed until it is
 * restored. All code that suspends goes through here.
 * @param ends is told at once; null in a process without sockets.
 * @returns whether there is such an account.
 */
export async function suspendAccount(ends: Ends | null, tx: Tx, userId: string): Promise<boolean> {
  const suspended = await updateAccount(tx, userId, { bannedUntil: FOR_EVER });
  await endSessions(ends, tx, { userId }, 'suspended');
  if (suspended.length === 0) return false;
  await hideItems(tx, userId, new Date());
  await audit(tx, { action: 'suspended', userId, address: null });
  return true;
}

/**
 * Lets a suspended account sign in again, and brings its listings and WTB requests back, to be matched again.
 * @returns whether there is such an account.
 */
export async function restoreAccount(tx: Tx, userId: string): Promise<boolean> {
  if ((await updateAccount(tx, userId, { bannedUntil: null })).length === 0) return false;
  const createdAt = new Date();
  for (const { kind, id } of await showItems(tx, userId)) {
    await insertJob(tx, { id: uuidv7(), kind, itemId: id, createdAt });
  }
  await audit(tx, { action: 'restored', userId, address: null });
  return true;
}
