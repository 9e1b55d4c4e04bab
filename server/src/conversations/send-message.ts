import type { Message, SendMessage } from '@selvedge/shared/conversations';
import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { claimChatImage } from '../uploads/chat-images.ts';
import { announceMessage } from './announce-message.ts';
import type { ConversationContext } from './context.ts';
import { setImage } from './images/queries.ts';
import { type NextMessage, nextMessage, refusalOf, type Send } from './next-message.ts';
import { type ConversationRow, findConversation, lockWithPeople } from './queries.ts';
import { findSent, insertMessage, moveUp } from './send-queries.ts';

async function claimImage(tx: Tx, { actor, input }: Send, { message }: NextMessage) {
  if (input.type !== 'image') return null;
  const { conversationId, url } = input;
  const image = await claimChatImage(tx, { ownerId: actor.id, conversationId, url }, message.createdAt);
  await setImage(tx, message.id, image);
  return image;
}

/** Stores a message as the next of a locked conversation; null when its `clientId` was used before. */
async function store(tx: Tx, held: ConversationRow, send: Send) {
  const next = nextMessage(held, send);
  const { message, row, sender } = next;
  const senderId = send.actor.id;
  if ((await insertMessage(tx, { ...message, senderId })) === 0) return null;
  const image = await claimImage(tx, send, next);
  await moveUp[sender](tx, { id: message.conversationId, senderId, seq: message.seq, at: message.createdAt });
  return { message: { ...message, image }, row, before: held.conversation };
}

/** The message that was stored earlier under this `clientId`, and its conversation as it is now. */
async function findFirst(tx: Tx, { actor, input }: Send) {
  const [message] = await findSent(tx, { senderId: actor.id, clientId: input.clientId });
  const [row] = message ? await findConversation(tx, { id: message.conversationId }) : [];
  return message && row ? { message, row, before: null } : null;
}

/** Sends a message in a transaction of its own, which waits for the conversation's lock. */
export const sendSingle = (ctx: ConversationContext, send: Send): Promise<Message> =>
  ctx.db.transact(async (tx) => {
    const { actor, input } = send;
    const held = await lockWithPeople(tx, { id: input.conversationId, personId: actor.id });
    if (!held) throw notFound('Conversation not found');
    const refusal = refusalOf(held, actor);
    const stored = refusal ? null : await store(tx, held, send);
    const sent = stored ?? (await findFirst(tx, send));
    if (!sent) throw refusal ?? new Error('a message just stored is not there');
    return announceMessage(ctx, tx, { ...sent, senderId: actor.id });
  });

/**
 * Stores a message as the next of its conversation and tells both people after the commit.
 * A repeat of a `clientId` answers with the message stored earlier and announces that again: the sender may have
 * missed the first answer, and the other person the first announcement.
 * @throws not_found when the sender sees no such conversation; conflict when the other has deleted their account;
 * forbidden while a block stands between the two; invalid_input for a photo that is no unused upload of theirs for it.
 */
export const sendMessage = (ctx: ConversationContext, actor: Actor, input: SendMessage): Promise<Message> =>
  ctx.send({ actor, input });
