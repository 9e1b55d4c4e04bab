import { setAdmin } from '../../members/public.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit.ts';
import { deleteFlows } from '../external/queries.ts';
import { deleteFactors, deleteRecoveryCodes } from '../factors/queries.ts';
import { secondStepAge } from '../factors/second-step-age.ts';
import { endKeys } from '../keys/end-keys.ts';
import { deletePasskeys } from '../passkeys/queries.ts';
import { dropForeignPasskeys } from '../passkeys/remove-passkey.ts';
import { type AccountRow, deleteIdentities, deleteLinks } from '../queries.ts';
import { type Ends, endSessions } from '../sessions/end-sessions.ts';

/** Unlinks all other providers, and voids their pending sign-ins. @returns no columns to reset. */
export async function unlinkProviders(tx: Tx, userId: string): Promise<Record<never, never>> {
  await deleteFlows(tx, userId);
  await deleteIdentities(tx, userId);
  return {};
}

async function dropSecondStep(tx: Tx, userId: string): Promise<void> {
  await deletePasskeys(tx, userId);
  await deleteFactors(tx, userId);
  await deleteRecoveryCodes(tx, userId);
}

/** Removes links, other providers, sessions and API keys. Push subscriptions end with their sessions. */
async function dropFirstStep(ends: Ends, tx: Tx, userId: string): Promise<void> {
  await deleteLinks(tx, userId);
  await unlinkProviders(tx, userId);
  await endSessions(ends, tx, { userId }, 'signed_out');
  await endKeys(ends, tx, { userId }, 'revoked');
}

/** Keeps the password, just given: someone with only the earlier address may have set up the rest. */
export async function dropAccess(ends: Ends, tx: Tx, userId: string): Promise<void> {
  await dropSecondStep(tx, userId);
  await dropFirstStep(ends, tx, userId);
}

/**
 * For the owner of the address, who has just proven it: the creator's ways to sign in and admin rights end.
 * An old second step stays: an address alone never ends one, and the creator may be its owner.
 * @returns the columns to reset
 */
export async function handOver(
  ends: Ends,
  tx: Tx,
  { id: userId }: AccountRow,
): Promise<Pick<AccountRow, 'passwordHash' | 'userMetadata' | 'isAutoConfirmed'>> {
  if ((await secondStepAge(tx, userId)) === 'old') await dropForeignPasskeys(tx, userId);
  else await dropSecondStep(tx, userId);
  await dropFirstStep(ends, tx, userId);
  if (await setAdmin(tx, userId, false)) {
    await audit(tx, { action: 'admin_revoked', userId, address: null });
  }
  return { passwordHash: null, userMetadata: {}, isAutoConfirmed: false };
}
