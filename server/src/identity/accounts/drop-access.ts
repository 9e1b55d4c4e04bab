import type { Tx } from '../../db/database.ts';
import { setAdmin } from '../../members/set-admin.ts';
import { audit } from '../audit.ts';
import { deleteFlows } from '../discord/queries.ts';
import { deleteFactors, deleteRecoveryCodes } from '../factors/queries.ts';
import { type AccountRow, deleteIdentities, deleteLinks } from '../queries.ts';
import { type Ends, endSessions } from '../sessions/end-sessions.ts';

/**
 * Removes every way into an account besides its password, since its address has only now been proven: whoever made them
 * may not be the owner of the address. Push subscriptions go with their sessions.
 */
export async function dropAccess(ends: Ends, tx: Tx, userId: string): Promise<void> {
  await deleteLinks(tx, userId);
  await deleteFlows(tx, userId);
  await deleteIdentities(tx, userId);
  await deleteFactors(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await endSessions(ends, tx, { userId }, 'signed_out');
}

/**
 * Prepares an account whose address was never proven for the owner of that address, who has just shown up: nothing of
 * its maker remains valid, neither a way in nor the rights of an admin.
 * @returns the columns to reset.
 */
export async function handOver(
  ends: Ends,
  tx: Tx,
  { id: userId }: AccountRow,
): Promise<Pick<AccountRow, 'passwordHash' | 'userMetadata' | 'isAutoConfirmed'>> {
  await dropAccess(ends, tx, userId);
  if (await setAdmin(tx, userId, false)) {
    await audit(tx, { action: 'admin_revoked', userId, address: null });
  }
  return { passwordHash: null, userMetadata: {}, isAutoConfirmed: false };
}
