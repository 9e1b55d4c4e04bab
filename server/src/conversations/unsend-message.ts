import type { Message, UnsendMessage } from '@selvedge/shared/conversations/conversations';
import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { changeMessage } from './changes/change-message.ts';
import { lockMessage, requireAllowed } from './changes/lock-message.ts';
import { presentMessage } from './present.ts';

/**
 * Only reports can show the content afterwards, for a limited time. The message keeps its `seq`, so that
 * clients see no gap. A retry returns it unchanged.
 * @throws not_found; forbidden for the other participant's message; conflict if it is too late or gone
 */
export async function unsendMessage(
  ctx: Ctx,
  actor: Actor,
  { messageId: id }: UnsendMessage,
): Promise<Message> {
  return ctx.db.transact(async (tx) => {
    const { message } = await lockMessage(ctx, tx, actor, id);
    // A retry after a lost response.
    if (message.isUnsent && message.senderId === actor.id) return message;
    requireAllowed('unsend', actor, message);
    await tx.emit('message unsent', message);
    const changed = await changeMessage(ctx, tx, message, { content: '', unsentAt: new Date() });
    return presentMessage(changed, actor.id, ctx.media.chatImages);
  });
}
