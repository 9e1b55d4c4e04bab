import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import { findBlock } from '../members/find-block.ts';
import type { ConversationContext } from './context.ts';
import { countUnread } from './inbox-queries.ts';
import { lockConversation, moveCursor } from './queries.ts';

/**
 * Raises the person's read cursor to `seq`, the last message they saw, or without `seq` to the newest message. The
 * cursor never falls, and a message that arrives meanwhile stays unread.
 * @returns how many of the person's conversations are unread now.
 * @throws not_found when the person sees no such conversation.
 */
export async function markRead(
  { db, publish, announceUnread }: ConversationContext,
  actor: Actor,
  { conversationId, seq }: { conversationId: string; seq?: number | undefined },
): Promise<number> {
  return db.transact(async (tx) => {
    const [state] = await lockConversation(tx, { id: conversationId, personId: actor.id });
    if (!state) throw notFound('Conversation not found');
    const role = state.buyerId === actor.id ? 'buyer' : 'seller';
    const seen = Math.min(seq ?? state.lastSeq, state.lastSeq);
    if (seen <= (role === 'buyer' ? state.buyerReadSeq : state.sellerReadSeq))
      return countUnread(tx, actor.id);

    await moveCursor(tx, conversationId, role, seen);
    const unread = await countUnread(tx, actor.id);
    const otherId = role === 'buyer' ? state.sellerId : state.buyerId;
    // Across a block neither person learns what the other has read.
    const isApart = (await findBlock(tx, actor.id, otherId)) !== null;
    tx.afterCommit(() => {
      for (const personId of isApart ? [actor.id] : [actor.id, otherId]) {
        publish.toPerson(personId, 'conversation:read', { conversationId, userId: actor.id, seq: seen });
      }
      return announceUnread(actor.id);
    });
    return unread;
  });
}
