import { findAccount } from '../identity/queries.ts';
import { findUser } from '../users/find-user.ts';
import { setAdmin } from '../users/set-admin.ts';
import type { Operating } from './command.ts';
import { onDatabase } from './on-database.ts';

/** Makes somebody an admin. A running server knows it within five seconds. @throws not_found */
export const grantAdmin = (operating: Operating, name: string): Promise<void> =>
  onDatabase(operating, async (db) => {
    const { username, changed } = await db.transact(async (tx) => {
      const user = await findUser(tx, name);
      return { username: user.username, changed: await setAdmin(tx, user.id, true) };
    });
    operating.tell(changed ? `${username} is an admin now.` : `${username} is an admin already.`);
  });

/** Takes the admin's rights from somebody, as fast. @throws not_found */
export const revokeAdmin = (operating: Operating, name: string): Promise<void> =>
  onDatabase(operating, async (db) => {
    const { username, changed, email } = await db.transact(async (tx) => {
      const user = await findUser(tx, name);
      const account = await findAccount(tx, user.id);
      return {
        username: user.username,
        changed: await setAdmin(tx, user.id, false),
        email: account?.email ?? '',
      };
    });
    operating.tell(changed ? `${username} is no admin any more.` : `${username} is no admin.`);
    if (operating.config.identity.adminEmails.includes(email)) {
      operating.tell(
        'ADMIN_EMAILS still names this account: take it out there too, or it becomes one again.',
      );
    }
  });
