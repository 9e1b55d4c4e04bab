import type { ArrangeConversation, Conversation } from '@selvedge/shared/conversations/conversations';
import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { notFound } from '../platform/core/errors.ts';
import { unreadOf } from './announce-unread.ts';
import { updateConversation } from './inbox-queries.ts';
import { presentConversation } from './present.ts';
import { type ConversationState, findConversation, lockConversation } from './queries.ts';

function changesFor(
  state: ConversationState,
  actor: Actor,
  { isArchived, isMuted }: ArrangeConversation,
  at: Date,
): Partial<ConversationState> {
  const isBuyer = state.buyerId === actor.id;
  const archivedAt = isBuyer ? state.buyerArchivedAt : state.sellerArchivedAt;
  const mutedAt = isBuyer ? state.buyerMutedAt : state.sellerMutedAt;
  const archive = isArchived !== undefined && isArchived !== (archivedAt !== null);
  const mute = isMuted !== undefined && isMuted !== (mutedAt !== null);
  return {
    ...(archive && { [isBuyer ? 'buyerArchivedAt' : 'sellerArchivedAt']: isArchived ? at : null }),
    ...(mute && { [isBuyer ? 'buyerMutedAt' : 'sellerMutedAt']: isMuted ? at : null }),
    ...((archive || mute) && { changedAt: at }),
  };
}

/** For one participant, whose other tabs are notified. @throws not_found if they see no such conversation */
export async function arrangeConversation(
  ctx: Ctx,
  actor: Actor,
  { id, ...input }: ArrangeConversation & { id: string },
): Promise<Conversation> {
  return ctx.db.transact(async (tx) => {
    const [state] = await lockConversation(tx, { id, memberId: actor.id });
    if (!state) throw notFound('Conversation not found');
    const changes = changesFor(state, actor, input, new Date());
    const isChanged = Object.keys(changes).length > 0;
    if (isChanged) await updateConversation(tx, id, changes);
    const [row] = await findConversation(tx, { id });
    if (!row) throw new Error(`locked conversation ${id} not found`);
    const conversation = presentConversation(row, actor.id);
    if (isChanged) {
      tx.afterCommit(() => {
        ctx.publish.toMember(actor.id, 'conversation:changed', { conversation });
        // Archived conversations do not count as unread.
        return conversation.isRead ? undefined : unreadOf(ctx).announce(actor.id);
      });
    }
    return conversation;
  });
}
