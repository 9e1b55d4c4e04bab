import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { notFound, unauthorized } from '../../platform/core/errors.ts';
import { apiKeyRevokedMail } from '../../platform/mail/api-keys.ts';
import { audit } from '../audit.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { lockAccount } from '../queries.ts';
import { endKeys } from './end-keys.ts';

/** Also notifies the member by mail. @throws not_found */
export async function revokeKey(
  ctx: Pick<Ctx, 'db' | 'identity' | 'mailer' | 'config'>,
  { id: userId }: Actor,
  { id, address }: { id: string; address: string },
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw unauthorized();
    const ended = await endKeys(ctx.identity, tx, { userId, only: id }, 'revoked');
    if (ended === 0) throw notFound('API key not found. It may have been revoked already.');
    await audit(tx, { action: 'api_key_revoked', userId, address });
    const mail = apiKeyRevokedMail(account.email, ctx.config.publicUrl);
    await notifyOfSecurity(ctx.mailer, tx, userId, mail, 'api-keys');
  });
}
