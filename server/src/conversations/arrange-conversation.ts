import type { ArrangeConversation, Conversation } from '@selvedge/shared/conversations';
import type { Actor } from '../actor.ts';
import { notFound } from '../errors.ts';
import type { Conversing } from './context.ts';
import { updateConversation } from './inbox-queries.ts';
import { presentConversation } from './present.ts';
import { type ConversationState, findConversation, lockConversation } from './queries.ts';

/** What to write so that it is as asked; nothing where it is so already. */
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

/**
 * Puts a conversation into the person's archive or takes it out, and mutes it or gives it its voice back; the other
 * person sees nothing of it. Their other tabs are told.
 * @throws not_found when the person sees no such conversation.
 */
export async function arrangeConversation(
  { db, publish, announceUnread }: Conversing,
  actor: Actor,
  { id, ...input }: ArrangeConversation & { id: string },
): Promise<Conversation> {
  return db.transact(async (tx) => {
    const [state] = await lockConversation(tx, { id, personId: actor.id });
    if (!state) throw notFound('Conversation not found');
    const changes = changesFor(state, actor, input, new Date());
    const isNews = Object.keys(changes).length > 0;
    if (isNews) await updateConversation(tx, id, changes);
    const [row] = await findConversation(tx, { id });
    if (!row) throw new Error('a conversation that is held has gone');
    const conversation = presentConversation(row, actor.id);
    if (isNews) {
      tx.afterCommit(() => {
        publish.toPerson(actor.id, 'conversation:changed', { conversation });
        // What is put away counts no longer.
        return conversation.isRead ? undefined : announceUnread(actor.id);
      });
    }
    return conversation;
  });
}
