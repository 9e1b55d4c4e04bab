import type { MakeApiKey, NewApiKey } from '@selvedge/shared/identity/api-keys';
import { API_KEYS_MAX } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, unauthorized } from '../../platform/core/errors.ts';
import { apiKeyMadeMail } from '../../platform/mail/api-keys.ts';
import { audit } from '../audit.ts';
import { notifyOfSecurity } from '../notify-of-security.ts';
import { lockAccount } from '../queries.ts';
import { createKey, hashOfKey } from './key-format.ts';
import { presentKey } from './present.ts';
import { type ApiKeyRow, insertApiKey, listApiKeys } from './queries.ts';

const DAY_MS = 86_400_000;

/** Also notifies the member by mail. @throws reauthentication_needed, conflict when they have too many */
export async function makeKey(
  ctx: Pick<Ctx, 'db' | 'identity' | 'mailer' | 'config'>,
  actor: Actor,
  { input: { days, ...input }, address }: { input: MakeApiKey; address: string },
): Promise<NewApiKey> {
  const key = createKey();
  const row = await ctx.db.transact(async (tx): Promise<ApiKeyRow> => {
    const account = await lockAccount(tx, actor.id);
    if (!account) throw unauthorized();
    await ctx.identity.requireProof(tx, actor.sessionId);
    if ((await listApiKeys(tx, actor.id)).length >= API_KEYS_MAX) {
      throw new AppError(
        'conflict',
        `You can have up to ${API_KEYS_MAX} API keys. Revoke one of them first.`,
      );
    }
    const createdAt = new Date();
    const expiresAt = days === null ? null : new Date(createdAt.getTime() + days * DAY_MS);
    const made = {
      ...{ id: uuidv7(), userId: actor.id, hash: hashOfKey(key), createdAt, expiresAt, ...input },
      ...{ warnedAt: null, usedOn: null, usedFrom: null },
    };
    await insertApiKey(tx, made);
    await audit(tx, { action: 'api_key_made', userId: actor.id, address });
    const mail = apiKeyMadeMail(account.email, ctx.config.publicUrl);
    await notifyOfSecurity(ctx.mailer, tx, actor.id, mail, 'api-keys');
    return made;
  });
  return { ...presentKey(row), key };
}
