import type { Message } from '@selvedge/shared/conversations/conversations';
import { type MessageAction, messageRefusal } from '@selvedge/shared/conversations/message-policy';
import type { Actor } from '../../platform/core/actor.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { AppError, notFound } from '../../platform/core/errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { presentMessage } from '../present.ts';
import { lockConversation } from '../queries.ts';
import { findMessage } from './queries.ts';

/** Locks its conversation, too. @throws not_found, also for a message in another member's conversation */
export async function lockMessage(
  { media }: Ctx,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ message: Message; otherId: string }> {
  const [found] = await findMessage(tx, id);
  const [state] = found ? await lockConversation(tx, { id: found.conversationId, memberId: actor.id }) : [];
  // Read again: the message may have changed while we waited for the lock.
  const [row] = await findMessage(tx, id);
  if (!state || !row) throw notFound('Message not found');
  const otherId = state.buyerId === actor.id ? state.sellerId : state.buyerId;
  return { message: presentMessage(row, actor.id, media.chatImages), otherId };
}

/** @throws forbidden for a message by the other participant; conflict if it is too late or the content is gone. */
export function requireAllowed(action: MessageAction, actor: Actor, message: Message): void {
  const refusal = messageRefusal(action, actor.id, message, Date.now());
  if (refusal) throw new AppError(refusal.code, refusal.message);
}
