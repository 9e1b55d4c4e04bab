import type { OfferOutcome } from '@selvedge/shared/deals/offers';
import { type ConversationContext, conversationsOf } from '../../conversations/public.ts';
import { type Trading, tradingOf } from '../../items/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { CurrencyNow, IsOn } from '../../platform/settings/follow-settings.ts';

/** The dependencies of this feature's operations. */
export interface OfferContext {
  conversations: ConversationContext;
  /** For announcing that a listing is on hold. */
  trading: Pick<Trading, 'publish' | 'features'>;
  /** Without holds, an accepted offer puts nothing on hold. */
  isOn: IsOn;
  /** Metrics hook: an offer has ended, or an accepted one is no longer valid. */
  ended(outcome: OfferOutcome): void;
  currency: CurrencyNow;
}

export function offersOf(ctx: Ctx): OfferContext {
  return {
    conversations: conversationsOf(ctx),
    trading: tradingOf(ctx),
    isOn: ctx.settings.isOn,
    ended: ctx.metrics.instrumentation.offerEnded,
    currency: ctx.settings.currency,
  };
}
