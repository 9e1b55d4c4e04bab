import { notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { restoreAccount, suspendAccount } from '../identity/accounts/suspend-account.ts';
import { findMemberByName } from '../members/find-member.ts';
import type { OperatorContext } from './command.ts';
import { onDatabase } from './on-database.ts';

const withoutAccount = () => notFound('This member has no account to sign in with.');

/** Changes the account of a member, found by username; `change` returns whether the member has an account. */
const changeAccount = (
  operating: OperatorContext,
  name: string,
  change: (tx: Tx, userId: string) => Promise<boolean>,
): Promise<string> =>
  onDatabase(operating, (db) =>
    db.transact(async (tx) => {
      const { id, username } = await findMemberByName(tx, name);
      if (!(await change(tx, id))) throw withoutAccount();
      return username;
    }),
  );

/**
 * Ends a member's sessions, bars them from signing in and hides their items; messages stay.
 * @throws not_found
 */
export async function suspendUser(operating: OperatorContext, name: string): Promise<void> {
  const username = await changeAccount(operating, name, (tx, userId) => suspendAccount(null, tx, userId));
  operating.print(
    `${username} is suspended: signed out everywhere, cannot sign in, and their items are hidden.`,
  );
}

/** Lets a suspended member sign in again, and shows their items. @throws not_found */
export async function restoreUser(operating: OperatorContext, name: string): Promise<void> {
  const username = await changeAccount(operating, name, restoreAccount);
  operating.print(`${username} can sign in again.`);
}
