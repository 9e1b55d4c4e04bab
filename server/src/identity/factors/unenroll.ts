import { factorRemovedMail } from '../../mail/templates.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { hasVerifiedFactor } from '../queries.ts';
import type { Asker } from '../request.ts';
import { factorNotFound } from './challenge.ts';
import { deleteFactor, findFactor, lowerSessions } from './queries.ts';

/**
 * Removes an authenticator app. A verified one can be removed only by a session that has entered a code. When the last
 * one is gone, all sessions fall back to one factor: an app that is added later has to be proven anew.
 * @throws AuthError mfa_factor_not_found, insufficient_aal
 */
export async function unenroll(
  provider: Provider,
  { userId, level, account }: Asker,
  { factorId, address }: { factorId: string; address: string },
): Promise<void> {
  await provider.db.transact(async (tx) => {
    const factor = await findFactor(tx, userId, factorId);
    if (!factor) throw factorNotFound();
    if (factor.verifiedAt !== null && level !== 'aal2') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await deleteFactor(tx, userId, factorId);
    if (factor.verifiedAt === null) return;
    if (!(await hasVerifiedFactor(tx, userId))) await lowerSessions(tx, userId);
    await audit(tx, { action: 'factor_removed', userId, address });
    await provider.post(tx, factorRemovedMail(account.email, provider.config.publicUrl));
  });
}
