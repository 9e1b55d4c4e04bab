import type { Ctx } from '../platform/core/ctx.ts';
import { notFound } from '../platform/core/errors.ts';
import type { Tx } from '../platform/db/database.ts';
import { changeMessage } from './changes/change-message.ts';
import { findMessage } from './changes/queries.ts';

/**
 * The caller checks permission. The message keeps its `seq`, so that clients see no gap.
 * @throws not_found if there is no such message, or it was already removed
 */
export async function removeMessage(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  const [message] = await findMessage(tx, id);
  if (!message || message.removedAt) throw notFound('Message not found');
  await tx.emit('message removed', { id });
  await changeMessage(ctx, tx, message, { content: '', removedAt: new Date() });
}
