import type { Tx } from '../../platform/db/database.ts';
import { hasVerifiedFactor } from '../queries.ts';
import { deleteRecoveryCodes, lowerSessions } from './queries.ts';

/** Recovery codes end with the last factor; sessions verify a later one. @returns whether none is left */
export async function endSecondStep(tx: Tx, userId: string): Promise<boolean> {
  if (await hasVerifiedFactor(tx, userId)) return false;
  await deleteRecoveryCodes(tx, userId);
  await lowerSessions(tx, userId);
  return true;
}
