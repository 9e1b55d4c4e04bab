import type { OfferOutcome } from '@selvedge/shared/deals/offers';
import type { ConversationContext } from '../../conversations/public.ts';
import type { Trading } from '../../items/public.ts';
import type { CurrencyNow, IsOn } from '../../platform/settings/follow-settings.ts';

/** The dependencies of this feature's operations. */
export interface OfferContext {
  conversations: ConversationContext;
  /** For announcing that a listing is on hold. `onChange` includes `listingChanged` of this feature. */
  trading: Pick<Trading, 'publish' | 'onChange' | 'features'>;
  /** Without holds, an accepted offer puts nothing on hold. */
  isOn: IsOn;
  /** Metrics hook: an offer has ended, or an accepted one is no longer valid. */
  ended(outcome: OfferOutcome): void;
  currency: CurrencyNow;
}
