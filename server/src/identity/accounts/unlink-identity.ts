import * as z from 'zod';
import { discordUnlinkedMail } from '../../mail/templates.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { Provider } from '../context.ts';
import { deleteFlows } from '../discord/queries.ts';
import { deleteIdentity, listIdentities, lockAccount } from '../queries.ts';
import type { Asker } from '../request.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/**
 * Takes from another provider the right to sign somebody in, and ends the other sessions: that provider may have begun
 * them. The e-mail address stays, and so does an account's only way in.
 * @throws AuthError identity_not_found, single_identity_not_deletable
 */
export async function unlinkIdentity(
  provider: Provider,
  { userId, sessionId, account }: Asker,
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
    // Sign-ins under way are ways in, too.
    await deleteFlows(tx, userId);
    await endSessions(provider, tx, { userId, except: sessionId }, 'signed_out');
    await audit(tx, { action: 'discord_unlinked', userId, address });
    await provider.post(tx, discordUnlinkedMail(account.email, provider.config.publicUrl));
  });
}
