import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/database.ts';
import { insertJob } from '../../matching/queries.ts';
import { audit } from '../audit.ts';
import { updateAccount } from '../queries.ts';
import { type Ends, endSessions } from '../sessions/end-sessions.ts';
import { hideItems, showItems } from './suspension/queries.ts';

/** The end of a suspension, which lasts until an admin or the operator lifts it. */
const FOR_EVER = new Date('9999-12-31T00:00:00.000Z');

/**
 * Suspends an account: ends its sessions, bars it from signing in, and hides its listings and WTBs until it
 * is restored. All suspensions go through here.
 * @param ends notified of the ended sessions immediately; null in a process without sockets.
 * @returns whether the account exists.
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
 * Lets a suspended account sign in again, restores its listings and WTBs, and queues them for matching.
 * @returns whether the account exists.
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
