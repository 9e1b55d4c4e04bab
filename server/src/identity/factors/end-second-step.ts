import type { Tx } from '../../platform/db/database.ts';
import { hasVerifiedFactor } from '../queries.ts';
import { deleteRecoveryCodes, lowerSessions } from './queries.ts';

/**
 * Without a factor there is no second step: recovery codes become useless, and each session has to verify a
 * later factor again.
 * @returns whether there is none
 */
export async function endSecondStep(tx: Tx, userId: string): Promise<boolean> {
  if (await hasVerifiedFactor(tx, userId)) return false;
  await deleteRecoveryCodes(tx, userId);
  await lowerSessions(tx, userId);
  return true;
}
