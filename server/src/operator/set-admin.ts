import { audit, findAccount } from '../identity/public.ts';

import { findMemberByName, setAdmin } from '../members/public.ts';

import type { Tx } from '../platform/db/database.ts';
import type { OperatorContext } from './command.ts';
import { onDatabase } from './on-database.ts';

async function change(tx: Tx, name: string, isAdmin: boolean) {
  const { id: userId, username } = await findMemberByName(tx, name);
  const changed = await setAdmin(tx, userId, isAdmin);
  const action = isAdmin ? 'admin_granted' : 'admin_revoked';
  if (changed) await audit(tx, { action, userId, address: null });
  return { userId, username, changed };
}

/** Makes a member an admin. A running server applies the change within five seconds. @throws not_found */
export function grantAdmin(operating: OperatorContext, name: string): Promise<void> {
  return onDatabase(operating, async (db) => {
    const { username, changed } = await db.transact((tx) => change(tx, name, true));
    operating.print(changed ? `${username} is now an admin.` : `${username} is already an admin.`);
  });
}

/**
 * Revokes a member's admin rights; a running server applies the change within five seconds.
 * @throws not_found
 */
export function revokeAdmin(operating: OperatorContext, name: string): Promise<void> {
  return onDatabase(operating, async (db) => {
    const { userId, username, changed } = await db.transact((tx) => change(tx, name, false));
    operating.print(changed ? `${username} is no longer an admin.` : `${username} is not an admin.`);
    const account = await db.read((conn) => findAccount(conn, userId));
    if (account && operating.config.identity.adminEmails.includes(account.email)) {
      operating.print(
        'ADMIN_EMAILS still lists this account: remove it there too, or it becomes an admin again.',
      );
    }
  });
}
