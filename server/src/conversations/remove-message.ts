import type { Tx } from '../db/database.ts';
import { notFound } from '../errors.ts';
import type { Conversing } from './context.ts';
import { presentConversation, presentMessage } from './present.ts';
import { findConversation, findMessage, forgetContent } from './queries.ts';

/**
 * Takes the content of a message away; whether somebody may is asked before. It keeps its place, so that nothing looks
 * missed, and both people see that it was removed.
 * @throws not_found when it is gone.
 */
export async function removeMessage(
  { publish }: Pick<Conversing, 'publish'>,
  tx: Tx,
  id: string,
): Promise<void> {
  if ((await forgetContent(tx, id, new Date())).length === 0) throw notFound('Message not found');
  const [message] = await findMessage(tx, id);
  const [row] = message ? await findConversation(tx, { id: message.conversationId }) : [];
  if (!message || !row) throw new Error('a message just removed has left its place');
  tx.afterCommit(() => {
    for (const personId of [row.buyer.id, row.seller.id]) {
      publish.toPerson(personId, 'message:changed', {
        message: presentMessage(message),
        conversation: presentConversation(row, personId),
      });
    }
  });
}
