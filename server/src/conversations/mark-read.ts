import { findBlock } from '../members/public.ts';
import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { notFound } from '../platform/core/errors.ts';
import { unreadOf } from './announce-unread.ts';
import { countUnread } from './inbox-queries.ts';
import { lockConversation, moveCursor } from './queries.ts';

/**
 * Raises the read cursor to `seq`, the last message seen, or to the newest. It never falls, and a message
 * that arrives meanwhile stays unread.
 * @returns how many of the actor's conversations are unread. @throws not_found if they do not see this one
 */
export async function markRead(
  ctx: Ctx,
  actor: Actor,
  { conversationId, seq }: { conversationId: string; seq?: number | undefined },
): Promise<number> {
  return ctx.db.transact(async (tx) => {
    const [state] = await lockConversation(tx, { id: conversationId, memberId: actor.id });
    if (!state) throw notFound('Conversation not found');
    const role = state.buyerId === actor.id ? 'buyer' : 'seller';
    const readSeq = Math.min(seq ?? state.lastSeq, state.lastSeq);
    if (readSeq <= (role === 'buyer' ? state.buyerReadSeq : state.sellerReadSeq))
      return countUnread(tx, actor.id);

    await moveCursor(tx, conversationId, role, readSeq);
    const unread = await countUnread(tx, actor.id);
    const otherId = role === 'buyer' ? state.sellerId : state.buyerId;
    // Blocked participants get no read receipts from each other.
    const isBlocked = (await findBlock(tx, actor.id, otherId)) !== null;
    tx.afterCommit(() => {
      for (const memberId of isBlocked ? [actor.id] : [actor.id, otherId]) {
        ctx.publish.toMember(memberId, 'conversation:read', {
          conversationId,
          userId: actor.id,
          seq: readSeq,
        });
      }
      return unreadOf(ctx).announce(actor.id);
    });
    return unread;
  });
}
