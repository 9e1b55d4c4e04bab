import type { Tx } from '../db/database.ts';
import { notFound } from '../errors.ts';
import { changeMessage } from './changes/change-message.ts';
import { findMessage } from './changes/queries.ts';
import type { Conversing } from './context.ts';

/**
 * Takes the content of a message away; whether somebody may is asked before. It keeps its place, so that nothing looks
 * missed, and both people see that it was removed.
 * @throws not_found when it is gone.
 */
export async function removeMessage(
  ctx: Pick<Conversing, 'publish' | 'images'>,
  tx: Tx,
  id: string,
): Promise<void> {
  const [message] = await findMessage(tx, id);
  if (!message || message.removedAt) throw notFound('Message not found');
  await changeMessage(ctx, tx, message, { content: '', removedAt: new Date() });
}
