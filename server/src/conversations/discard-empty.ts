import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { AppError, notFound } from '../platform/core/errors.ts';
import { deleteConversation, lockConversation } from './queries.ts';

/** Deletes a conversation without messages. @throws not_found; conflict if it has a message. */
export async function discardEmpty({ db }: Ctx, actor: Actor, id: string): Promise<void> {
  await db.transact(async (tx) => {
    const [state] = await lockConversation(tx, { id, memberId: actor.id });
    if (!state) throw notFound('Conversation not found');
    if (state.lastSeq > 0) throw new AppError('conflict', 'This conversation has messages.');
    await deleteConversation(tx, id);
  });
}
