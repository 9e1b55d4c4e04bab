import { FAILING_DAYS } from '@selvedge/shared/notifications/webhook-events';
import { mailAddressOf } from '../../identity/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { webhookOffMail } from '../../platform/mail/webhooks.ts';
import type { WebhookRow } from './queries.ts';

/** Tells the owner that a webhook was switched off. */
export async function mailOwner(
  ctx: Ctx,
  tx: Tx,
  { ownerId, url }: WebhookRow,
  reason: 'gone' | 'failing',
): Promise<void> {
  const to = ownerId && (await mailAddressOf(tx, ownerId));
  ctx.log.warn({ host: new URL(url).host, reason }, 'a webhook was switched off');
  if (!to) return;
  const why =
    reason === 'gone'
      ? 'It answered 410: it wants no more events.'
      : `It has failed for ${FAILING_DAYS} days.`;
  await ctx.mailer.post(tx, webhookOffMail({ to, publicUrl: ctx.config.publicUrl, url, why }));
}
