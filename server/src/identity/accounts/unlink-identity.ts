import * as z from 'zod';
import { discordUnlinkedMail, oidcUnlinkedMail } from '../../platform/mail/templates.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { deleteFlows } from '../external/queries.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { deleteIdentity, listIdentities, lockAccount } from '../queries.ts';
import type { Caller } from '../request.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/**
 * Ends the other sessions, which may have begun through it. The only way to sign in cannot be unlinked.
 * @throws AuthError identity_not_found, single_identity_not_deletable
 */
export async function unlinkIdentity(
  provider: Provider,
  { userId, sessionId, account }: Caller,
  { identityId, address }: { identityId: string; address: string },
): Promise<void> {
  const id = z.uuid().safeParse(identityId).data;
  await provider.db.transact(async (tx) => {
    await lockAccount(tx, userId);
    const identities = await listIdentities(tx, userId);
    const identity = identities.find((each) => each.id === id);
    if (!identity) throw new AuthError(404, 'identity_not_found', 'Identity not found');
    if (identities.length === 1 || identity.provider === 'email') {
      throw new AuthError(422, 'single_identity_not_deletable', 'This way to sign in cannot be removed');
    }
    await deleteIdentity(tx, identity.id);
    // Pending sign-ins are ways in, too.
    await deleteFlows(tx, userId);
    await endSessions(provider, tx, { userId, except: sessionId }, 'signed_out');
    const { publicUrl, identity: settings } = provider.config;
    const isOidc = identity.provider === 'oidc';
    await audit(tx, { action: isOidc ? 'oidc_unlinked' : 'discord_unlinked', userId, address });
    const mail = isOidc
      ? oidcUnlinkedMail(account.email, settings.oidc?.name ?? 'another provider', publicUrl)
      : discordUnlinkedMail(account.email, publicUrl);
    await notifyOfSecurity(provider, tx, userId, mail);
  });
}
