import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dropImage } from '../images/drop-image.ts';
import { setImage } from '../images/queries.ts';
import { storeOriginal } from '../originals/store-original.ts';
import { presentConversation, presentMessage } from '../present.ts';
import { findConversation, type MessageRow } from '../queries.ts';
import { countChange, findMessage, type MessageChange, updateMessage } from './queries.ts';

/**
 * Both participants get the message and its conversation after the commit. An edit or unsend stores the
 * previous version as an original for reports; a removal by an admin does not.
 */
export async function changeMessage(
  ctx: Ctx,
  tx: Tx,
  { id, conversationId }: Pick<Message, 'id' | 'conversationId'>,
  change: MessageChange,
): Promise<MessageRow> {
  const [counted] = await countChange(tx, conversationId);
  // Read after `countChange` has taken the lock, so that no version is missed.
  const [before] = await findMessage(tx, id);
  const replacedAt = change.editedAt ?? change.unsentAt;
  if (before && replacedAt) await storeOriginal(tx, before, replacedAt);
  if (counted) await updateMessage(tx, id, { ...change, changedSeq: counted.changeSeq });
  const [found] = await findMessage(tx, id);
  const [row] = await findConversation(tx, { id: conversationId });
  if (!found || !row) throw new Error(`changed message ${id} or its conversation not found`);
  const isGone = found.removedAt !== null || found.unsentAt !== null;
  if (change.removedAt) await dropImage(ctx, tx, found);
  else if (isGone) await setImage(tx, id, null);
  const message = isGone ? { ...found, image: null } : found;
  tx.afterCommit(() => {
    for (const memberId of [row.buyer.id, row.seller.id]) {
      ctx.publish.toMember(memberId, 'message:changed', {
        message: presentMessage(message, memberId, ctx.media.chatImages),
        conversation: presentConversation(row, memberId),
      });
    }
  });
  return message;
}
