import type { Message } from '@selvedge/shared/conversations';
import type { Tx } from '../../db/database.ts';
import type { Conversing } from '../context.ts';
import { presentConversation, presentMessage } from '../present.ts';
import { findConversation } from '../queries.ts';
import { countChange, findMessage, type MessageChange, updateMessage } from './queries.ts';

/** Stores a change of a message and, once it is on disk, tells both people how it and its conversation are now. */
export async function changeMessage(
  { publish }: Pick<Conversing, 'publish'>,
  tx: Tx,
  { id, conversationId }: Pick<Message, 'id' | 'conversationId'>,
  change: MessageChange,
): Promise<Message> {
  const [counted] = await countChange(tx, conversationId);
  if (counted) await updateMessage(tx, id, { ...change, changedSeq: counted.changeSeq });
  const [message] = await findMessage(tx, id);
  const [row] = await findConversation(tx, { id: conversationId });
  if (!message || !row) throw new Error('a message just changed has left its place');
  const presented = presentMessage(message);
  tx.afterCommit(() => {
    for (const personId of [row.buyer.id, row.seller.id]) {
      publish.toPerson(personId, 'message:changed', {
        message: presented,
        conversation: presentConversation(row, personId),
      });
    }
  });
  return presented;
}
