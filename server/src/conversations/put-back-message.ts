import type { Ctx } from '../platform/core/ctx.ts';
import type { Tx } from '../platform/db/database.ts';
import { changeMessage } from './changes/change-message.ts';
import { findMessage } from './changes/queries.ts';

/** Brings back the text of a message that an admin removed. @returns whether the message exists */
export async function putBackMessage(
  ctx: Ctx,
  tx: Tx,
  { id, text }: { id: string; text: string | null },
): Promise<boolean> {
  const [message] = await findMessage(tx, id);
  if (!message?.removedAt || text === null) return false;
  await changeMessage(ctx, tx, message, { content: text, removedAt: null });
  return true;
}
