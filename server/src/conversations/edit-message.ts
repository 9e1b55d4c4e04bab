import type { EditMessage, Message } from '@selvedge/shared/conversations/conversations';
import { MESSAGE_EDITS_MAX } from '@selvedge/shared/platform/limits';
import { findBlock, requireUnblocked } from '../members/public.ts';
import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { AppError } from '../platform/core/errors.ts';
import { changeMessage } from './changes/change-message.ts';
import { lockMessage, requireAllowed } from './changes/lock-message.ts';
import { countOriginals } from './originals/queries.ts';
import { presentMessage } from './present.ts';

/**
 * Both participants see that it was edited; it keeps its place and does not become unread again.
 * @throws not_found; forbidden for the other participant's message or if they are blocked; conflict if it is
 * too late, was edited too often, is a photo, or is gone
 */
export async function editMessage(
  ctx: Ctx,
  actor: Actor,
  { messageId: id, content }: EditMessage,
): Promise<Message> {
  return ctx.db.transact(async (tx) => {
    const { message, otherId } = await lockMessage(ctx, tx, actor, id);
    requireAllowed('edit', actor, message);
    requireUnblocked(await findBlock(tx, actor.id, otherId));
    // A retry after a lost response, or an edit that changes nothing.
    if (message.content === content) return message;
    const [edits] = await countOriginals(tx, id);
    if (edits && edits.count >= MESSAGE_EDITS_MAX) {
      throw new AppError('conflict', `You can edit a message ${MESSAGE_EDITS_MAX} times.`);
    }
    const changed = await changeMessage(ctx, tx, message, { content, editedAt: new Date() });
    return presentMessage(changed, actor.id, ctx.media.chatImages);
  });
}
