import type { OfferState } from '@selvedge/shared/offers';
import { changeMessage } from '../conversations/changes/change-message.ts';
import type { Tx } from '../db/database.ts';
import type { OfferContext } from './context.ts';
import { lockConversationRow, messageOf, type OfferRow, setOfferState } from './queries.ts';

/**
 * Moves an open offer into another state, and sends its message to both members again. Locks its conversation.
 * @returns whether it was open
 */
export async function endOffer(
  { conversations }: Pick<OfferContext, 'conversations'>,
  tx: Tx,
  { id, conversationId }: Pick<OfferRow, 'id' | 'conversationId'>,
  state: Exclude<OfferState, 'open'>,
): Promise<boolean> {
  await lockConversationRow(tx, conversationId);
  if ((await setOfferState(tx, id, state)).length === 0) return false;
  const [message] = await messageOf(tx, id);
  if (message) await changeMessage(conversations, tx, message, {});
  return true;
}
