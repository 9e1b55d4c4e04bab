import type { Tx } from '../platform/db/database.ts';
import { changeMessage } from './changes/change-message.ts';
import { findMessage } from './changes/queries.ts';
import type { ConversationContext } from './context.ts';

/** Brings back the text of a message that an admin removed. @returns whether the message exists */
export async function putBackMessage(
  ctx: Pick<ConversationContext, 'publish' | 'images'>,
  tx: Tx,
  { id, text }: { id: string; text: string | null },
): Promise<boolean> {
  const [message] = await findMessage(tx, id);
  if (!message?.removedAt || text === null) return false;
  await changeMessage(ctx, tx, message, { content: text, removedAt: null });
  return true;
}
