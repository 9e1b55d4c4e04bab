import type { Tx } from '../db/database.ts';
import { audit } from '../identity/audit.ts';
import { findAccount } from '../identity/queries.ts';
import { findMemberByName } from '../members/find-member.ts';
import { setAdmin } from '../members/set-admin.ts';
import type { Operating } from './command.ts';
import { onDatabase } from './on-database.ts';

async function change(tx: Tx, name: string, isAdmin: boolean) {
  const { id: userId, username } = await findMemberByName(tx, name);
  const changed = await setAdmin(tx, userId, isAdmin);
  const action = isAdmin ? 'admin_granted' : 'admin_revoked';
  if (changed) await audit(tx, { action, userId, address: null });
  return { userId, username, changed };
}

/** Makes a member an admin. A running server applies the change within five seconds. @throws not_found */
export const grantAdmin = (operating: Operating, name: string): Promise<void> =>
  onDatabase(operating, async (db) => {
    const { username, changed } = await db.transact((tx) => change(tx, name, true));
    operating.tell(changed ? `${username} is an admin now.` : `${username} is an admin already.`);
  });

/** Takes the admin's rights from a member; a running server applies that within five seconds, too. @throws not_found */
export const revokeAdmin = (operating: Operating, name: string): Promise<void> =>
  onDatabase(operating, async (db) => {
    const { userId, username, changed } = await db.transact((tx) => change(tx, name, false));
    operating.tell(changed ? `${username} is no admin any more.` : `${username} is no admin.`);
    const account = await db.read((conn) => findAccount(conn, userId));
    if (account && operating.config.identity.adminEmails.includes(account.email)) {
      operating.tell(
        'ADMIN_EMAILS still names this account: take it out there too, or it becomes one again.',
      );
    }
  });
