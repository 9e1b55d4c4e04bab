import { factorRemovedMail, passkeyStepRemovedMail } from '../../platform/mail/templates.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { isRecovering } from '../proof/fresh.ts';
import { lockAccount } from '../queries.ts';
import type { Caller } from '../request.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { factorNotFound } from './challenge.ts';
import { endSecondStep } from './end-second-step.ts';
import { deleteFactor, findFactor } from './queries.ts';
import { secondStepAge } from './second-step-age.ts';

/**
 * Ends the member's other sessions, too, if the factor was verified. That takes a session that has entered a
 * code or, while two-step sign-in is young, began with a recovery link: an intruder may have turned it on.
 * @throws AuthError mfa_factor_not_found, insufficient_aal
 */
export async function unenroll(
  provider: Provider,
  { userId, sessionId, level, account, session }: Caller,
  { factorId, address }: { factorId: string; address: string },
): Promise<void> {
  const isByRecovery = level !== 'aal2' && isRecovering(session);
  await provider.db.transact(async (tx) => {
    await lockAccount(tx, userId);
    const factor = await findFactor(tx, userId, factorId);
    if (!factor) throw factorNotFound();
    const isFree = factor.onSince === null || level === 'aal2';
    if (!isFree && !(isByRecovery && (await secondStepAge(tx, userId)) === 'young')) {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await deleteFactor(tx, userId, factorId);
    if (factor.onSince === null) return;
    await endSecondStep(tx, userId);
    await endSessions(provider, tx, { userId, except: sessionId }, 'signed_out');
    const action = isByRecovery ? 'factor_removed_by_recovery' : 'factor_removed';
    await audit(tx, { action, userId, address });
    const mail = factor.type === 'totp' ? factorRemovedMail : passkeyStepRemovedMail;
    await notifyOfSecurity(provider, tx, userId, mail(account.email, provider.config.publicUrl));
  });
}
