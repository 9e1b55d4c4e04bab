import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit.ts';
import { currentPasswordInvalid, sessionNotFound } from '../auth-error.ts';
import { lockAccount, updateSession } from '../queries.ts';
import type { Caller } from '../request.ts';

/** @throws AuthError session_not_found; current_password_invalid when the password was changed meanwhile */
export async function markProven(
  tx: Tx,
  { sessionId, account }: Pick<Caller, 'sessionId' | 'account'>,
  address: string,
): Promise<void> {
  const now = await lockAccount(tx, account.id);
  if (now?.passwordHash !== account.passwordHash) throw currentPasswordInvalid();
  if ((await updateSession(tx, sessionId, { provenAt: new Date() })).length === 0) throw sessionNotFound();
  await audit(tx, { action: 'proof_given', userId: account.id, address });
}
