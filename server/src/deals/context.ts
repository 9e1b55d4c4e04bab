import type { ConversationContext } from '../conversations/context.ts';

/** The dependencies of this feature's operations. */
export interface DealContext {
  conversations: ConversationContext;
}
