import type { ConversationContext } from '../conversations/context.ts';
import type { Trading } from '../listings/context.ts';

/** The dependencies of this feature's operations. */
export interface OfferContext {
  conversations: ConversationContext;
  /** For announcing that a listing is on hold. `onChange` includes `listingChanged` of this feature. */
  trading: Pick<Trading, 'publish' | 'onChange'>;
}
