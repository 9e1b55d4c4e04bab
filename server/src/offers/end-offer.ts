import type { OfferState } from '@selvedge/shared/offers';
import { changeMessage } from '../conversations/changes/change-message.ts';
import type { Tx } from '../db/database.ts';
import type { OfferContext } from './context.ts';
import { lockConversationRow, messageOf, type OfferRow, setOfferState } from './queries.ts';

/**
 * Moves an offer out of the open state, and sends its message to both members again. One that another transaction has ended
 * meanwhile stays as it is. Locks its conversation.
 */
export async function endOffer(
  { conversations }: Pick<OfferContext, 'conversations'>,
  tx: Tx,
  { id, conversationId }: Pick<OfferRow, 'id' | 'conversationId'>,
  state: Exclude<OfferState, 'open'>,
): Promise<void> {
  await lockConversationRow(tx, conversationId);
  if ((await setOfferState(tx, id, state)).length === 0) return;
  const [message] = await messageOf(tx, id);
  if (message) await changeMessage(conversations, tx, message, {});
}
