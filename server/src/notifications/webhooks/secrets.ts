import type { Ctx } from '../../platform/core/ctx.ts';
import { perProduct } from '../../platform/core/ctx.ts';
import { seal, unseal } from '../../platform/core/seal.ts';
import type { WebhookRow } from './queries.ts';

const keyOf = perProduct((ctx) => ctx.deriveKey('webhook secrets'));

export function sealSecret(ctx: Ctx, secret: string): string {
  return seal(secret, keyOf(ctx));
}

/** The secrets that sign at a moment: after a roll, two for a day. */
export function secretsOf(ctx: Ctx, { secret, oldSecret, oldSecretUntil }: WebhookRow, at: Date): string[] {
  const isOldValid = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > at;
  return [secret, ...(isOldValid ? [oldSecret] : [])].map((sealed) => unseal(sealed, keyOf(ctx)));
}
