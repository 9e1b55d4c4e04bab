import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit.ts';
import { deletePasskeys } from '../passkeys/queries.ts';
import { type AccountRow, findAccount } from '../queries.ts';
import { type Ends, endSessions } from '../sessions/end-sessions.ts';
import { deleteFactors, deleteRecoveryCodes } from './queries.ts';

/**
 * For a lost device: removes apps and passkeys, and ends the sessions, which a finder may be using.
 * @returns the account; null when it has neither two-step sign-in nor passkeys, or does not exist
 */
export async function resetTwoStep(ends: Ends | null, tx: Tx, userId: string): Promise<AccountRow | null> {
  const removed = await deleteFactors(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  const passkeys = await deletePasskeys(tx, userId);
  const account = await findAccount(tx, userId);
  const hadSecondStep = passkeys.length > 0 || removed.some(({ onSince }) => onSince !== null);
  if (!account || !hadSecondStep) return null;
  await endSessions(ends, tx, { userId }, 'signed_out');
  await audit(tx, { action: 'factor_removed', userId, address: null });
  return account;
}
