import type { Message, SendMessage } from '@selvedge/shared/conversations/conversations';
import type { Actor } from '../platform/core/actor.ts';
import { type Ctx, perProduct } from '../platform/core/ctx.ts';
import { createSendBatch } from './batch/send-batch.ts';
import type { Send } from './next-message.ts';
import { sendSingle } from './send-within.ts';

// Only PostgreSQL benefits from batches: SQLite has no network round trips, and its writers share commits anyway.
const senderOf = perProduct((ctx) =>
  ctx.db.runStatement ? createSendBatch(ctx, ctx.db.runStatement) : (send: Send) => sendSingle(ctx, send),
);

/**
 * Stores a message and sends it to both participants after the commit. A repeated `clientId` returns and
 * announces the stored message again: either of them may have missed it.
 * @throws not_found if the sender sees no such conversation; conflict if the other account is deleted;
 * forbidden if they are blocked; invalid_input unless a photo is the sender's unused upload for it
 */
export function sendMessage(ctx: Ctx, actor: Actor, input: SendMessage): Promise<Message> {
  return senderOf(ctx)({ actor, input, statement: null });
}
