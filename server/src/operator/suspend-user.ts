import { wholeNumber } from '@selvedge/shared/platform/whole-number';
import { formatEnd } from '@selvedge/shared/safety/safety-texts';
import { restoreAccount, suspendAccount } from '../identity/public.ts';
import { findMemberByName } from '../members/public.ts';
import { AppError, notFound } from '../platform/core/errors.ts';
import type { Tx } from '../platform/db/database.ts';
import type { OperatorContext } from './command.ts';
import { onDatabase } from './on-database.ts';

const withoutAccount = () => notFound('This member has no account to sign in with.');

/** `change` returns whether the member has an account. */
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

const DAY = 86_400_000;
/** The longest suspension for a time; a longer one is one without an end. */
const DAYS_MAX = 365;

/** @throws invalid_input */
function endAfter(days: string): Date {
  const parsed = wholeNumber(1, DAYS_MAX).safeParse(days);
  if (!parsed.success) {
    throw new AppError('invalid_input', `The number of days must be a whole number from 1 to ${DAYS_MAX}.`);
  }
  return new Date(Date.now() + parsed.data * DAY);
}

/**
 * Ends a member's sessions, bars them from signing in and hides their items; messages stay.
 * @param days how long; without it, until they are restored @throws not_found; invalid_input
 */
export async function suspendUser(operating: OperatorContext, name: string, days?: string): Promise<void> {
  const until = days === undefined ? null : endAfter(days);
  const username = await changeAccount(operating, name, (tx, userId) =>
    suspendAccount(null, tx, userId, until),
  );
  const end = until === null ? '' : ` until ${formatEnd(until)}`;
  operating.print(
    `${username} is suspended${end}: signed out everywhere, cannot sign in, and their items are hidden.`,
  );
}

/** Lets a suspended member sign in again, and shows their items. @throws not_found */
export async function restoreUser(operating: OperatorContext, name: string): Promise<void> {
  const username = await changeAccount(operating, name, restoreAccount);
  operating.print(`${username} can sign in again.`);
}
