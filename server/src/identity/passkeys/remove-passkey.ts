import { YOUNG_STEP_MS } from '@selvedge/shared/identity/two-step';
import type { Tx } from '../../platform/db/database.ts';
import { passkeyRemovedMail, passkeyStepRemovedMail } from '../../platform/mail/templates.ts';
import { audit } from '../audit.ts';
import type { Provider } from '../context.ts';
import { endSecondStep } from '../factors/end-second-step.ts';
import { deleteFactor } from '../factors/queries.ts';
import { secondStepAge } from '../factors/second-step-age.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { hasVerifiedFactor, listFactors, lockAccount } from '../queries.ts';
import type { Caller } from '../request.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { countPasskeys, deletePasskey, deletePasskeys, listPasskeys } from './queries.ts';
import { noPasskey } from './rename-passkey.ts';

/** Passkeys cannot be the second step once none is left. @returns whether that has turned it off */
async function endStepWithoutPasskeys(tx: Tx, userId: string): Promise<boolean> {
  if ((await countPasskeys(tx, userId)) > 0) return false;
  await deleteFactor(tx, userId, userId);
  return endSecondStep(tx, userId);
}

/** Ends the other sessions, which may have begun with it. @throws AuthError webauthn_credential_not_found */
export async function removePasskey(
  provider: Provider,
  { userId, sessionId, account }: Caller,
  { id, address }: { id: string; address: string },
): Promise<void> {
  const { publicUrl } = provider.config;
  await provider.db.transact(async (tx) => {
    await lockAccount(tx, userId);
    const wasOn = await hasVerifiedFactor(tx, userId);
    if ((await deletePasskey(tx, userId, id)).length === 0) throw noPasskey();
    const isOff = (await endStepWithoutPasskeys(tx, userId)) && wasOn;
    await endSessions(provider, tx, { userId, except: sessionId }, 'signed_out');
    await audit(tx, { action: 'passkey_removed', userId, address });
    await notifyOfSecurity(provider, tx, userId, passkeyRemovedMail(account.email, publicUrl));
    if (isOff) {
      await audit(tx, { action: 'factor_removed', userId, address });
      await notifyOfSecurity(provider, tx, userId, passkeyStepRemovedMail(account.email, publicUrl));
    }
  });
}

/**
 * Removes the passkeys that an intruder may have added to an account that its owner takes back by mail. Where they are
 * a second step, older ones stay, and in an old one at least one does: a mail alone must not end that.
 */
export async function dropForeignPasskeys(tx: Tx, userId: string): Promise<void> {
  const age = await secondStepAge(tx, userId);
  const young = new Date(Date.now() - YOUNG_STEP_MS);
  if (age === 'old') {
    const [oldest] = await listPasskeys(tx, userId);
    const hasApp = (await listFactors(tx, userId)).some(({ type, onSince }) => type === 'totp' && onSince);
    if (!hasApp && oldest && oldest.createdAt > young) return;
  }
  await deletePasskeys(tx, userId, age === 'off' ? undefined : young);
  await endStepWithoutPasskeys(tx, userId);
}
