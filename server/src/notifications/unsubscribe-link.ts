import type { Ctx } from '../platform/core/ctx.ts';
import { mailTokensOf } from './delivery.ts';

/** The page that a mail's unsubscribe link leads to. */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe/messages';

export function unsubscribeLink(ctx: Ctx, memberId: string): string {
  return `${ctx.config.publicUrl}${UNSUBSCRIBE_PATH}?token=${mailTokensOf(ctx).make(memberId)}`;
}
