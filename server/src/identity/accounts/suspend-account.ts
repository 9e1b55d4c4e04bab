import { insertJob } from '../../items/public.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { lockAllOf } from '../../platform/db/lock-order.ts';
import { forEachDue } from '../../platform/jobs/for-each-due.ts';
import { audit } from '../audit.ts';
import { endKeys } from '../keys/end-keys.ts';
import { lockAccount, updateAccount } from '../queries.ts';
import { isBanned, OPEN_END } from '../sessions/banned.ts';
import { type Ends, endSessions } from '../sessions/end-sessions.ts';
import { expiredSuspensions, hideItems, type Item, showItems } from './suspension/queries.ts';

function emitItems(tx: Tx, memberId: string, change: 'removed' | 'restored', items: Item[]): Promise<void> {
  const idsOf = (kind: Item['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id);
  return tx.emit('items of member changed', {
    ...{ memberId, change, listings: idsOf('listing'), wanted: idsOf('wanted') },
  });
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/**
 * Ends the account's sessions, bars sign-ins, and hides its listings and WTBs until it is restored or the
 * suspension ends. All suspensions go through here; a later end that is in force stays.
 * @param until null: until an admin or the operator restores it. @returns whether the account exists
 */
export async function suspendAccount(
  ends: Ends | null,
  tx: Tx,
  userId: string,
  until: Date | null = null,
): Promise<boolean> {
  await lockAllOf(tx, userId);
  const account = await lockAccount(tx, userId);
  const inForce = account && isBanned(account) ? account.bannedUntil : null;
  const end = until ?? OPEN_END;
  await updateAccount(tx, userId, { bannedUntil: inForce ? later(inForce, end) : end });
  await endSessions(ends, tx, { userId }, 'suspended');
  await endKeys(ends, tx, { userId }, 'suspended');
  if (account) {
    await emitItems(tx, userId, 'removed', await hideItems(tx, userId, new Date()));
    await audit(tx, { action: 'suspended', userId, address: null });
  }
  await tx.emit('member suspended', { id: userId });
  return account !== undefined;
}

/** Restores its listings and WTBs, too, and queues them for matching. @returns whether the account exists */
export async function restoreAccount(tx: Tx, userId: string): Promise<boolean> {
  if ((await updateAccount(tx, userId, { bannedUntil: null })).length === 0) return false;
  const shown = await showItems(tx, userId);
  for (const { kind, id } of shown) {
    await insertJob(tx, kind, id);
  }
  await emitItems(tx, userId, 'restored', shown);
  await audit(tx, { action: 'restored', userId, address: null });
  return true;
}

/** Ends the suspension until `until`, if that is in force; the latest end of the `others` then applies. */
export async function endSuspension(
  tx: Tx,
  userId: string,
  until: Date | null,
  others: (Date | null)[],
): Promise<void> {
  const account = await lockAccount(tx, userId);
  if (account?.bannedUntil?.getTime() !== (until ?? OPEN_END).getTime()) return;
  const rest = others.map((end) => end ?? OPEN_END).reduce(later, new Date(0));
  if (rest > new Date()) await updateAccount(tx, userId, { bannedUntil: rest });
  else await restoreAccount(tx, userId);
}

/** Restores the accounts whose suspension is over. Signing in needs no restoration, but showing their items does. */
export function restoreExpired(db: Database): Promise<void> {
  return forEachDue(
    db,
    (conn, limit) => expiredSuspensions(conn, new Date(), limit),
    async (tx, { id }) => {
      const account = await lockAccount(tx, id);
      // Suspended again in the meantime.
      if (account && !isBanned(account)) await restoreAccount(tx, id);
    },
  );
}
