import type { Message, UnsendMessage } from '@selvedge/shared/conversations';
import type { Actor } from '../core/actor.ts';
import { changeMessage } from './changes/change-message.ts';
import { lockMessage, requireMay } from './changes/lock-message.ts';
import type { ConversationContext } from './context.ts';
import { presentMessage } from './present.ts';

/**
 * Deletes the content of a message of the actor's, within a quarter of an hour after it was sent; only reports can still
 * show it, for a limited time. The message keeps its `seq`, so that clients see no gap; a repeat answers with the message
 * as the first request left it.
 * @throws not_found; forbidden for the other's message; conflict when it is too late or gone.
 */
export async function unsendMessage(
  ctx: ConversationContext,
  actor: Actor,
  { messageId: id }: UnsendMessage,
): Promise<Message> {
  return ctx.db.transact(async (tx) => {
    const { message } = await lockMessage(ctx, tx, actor, id);
    // A repeat of a request whose answer was lost.
    if (message.isUnsent && message.senderId === actor.id) return message;
    requireMay('unsend', actor, message);
    const changed = await changeMessage(ctx, tx, message, { content: '', unsentAt: new Date() });
    return presentMessage(changed, actor.id, ctx.images);
  });
}
