import type { HoldEnd } from '@selvedge/shared/deals/holds';
import { type ConversationContext, conversationsOf } from '../../conversations/public.ts';
import { type Trading, tradingOf } from '../../items/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';

/** The dependencies of this feature's operations. */
export interface HoldContext extends Pick<Trading, 'db' | 'publish' | 'features'> {
  conversations: ConversationContext;
  timeZone(): string;
  /** Metrics hook: a hold has ended. */
  ended(end: HoldEnd): void;
}

export function holdsOf(ctx: Ctx): HoldContext {
  return {
    ...tradingOf(ctx),
    conversations: conversationsOf(ctx),
    timeZone: ctx.settings.timeZone,
    ended: ctx.metrics.instrumentation.holdEnded,
  };
}
