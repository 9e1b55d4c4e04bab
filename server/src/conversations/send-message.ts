import type { Message, SendMessage } from '@selvedge/shared/conversations';
import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { claimChatImage } from '../uploads/chat-images.ts';
import { announceMessage } from './announce-message.ts';
import type { ConversationContext } from './context.ts';
import { setImage } from './images/queries.ts';
import { isVisibleTo } from './is-visible-to.ts';
import { type NextMessage, nextMessage, refusalOf, type Send } from './next-message.ts';
import { type ConversationRow, findConversation, lockWithDetails } from './queries.ts';
import { findSent, insertMessage, moveUp } from './send-queries.ts';

async function claimImage(tx: Tx, { actor, input }: Send, { message }: NextMessage) {
  if (input.type !== 'image') return null;
  const { conversationId, url } = input;
  const image = await claimChatImage(tx, { ownerId: actor.id, conversationId, url }, message.createdAt);
  await setImage(tx, message.id, image);
  return image;
}

/** Stores a message as the next one of a locked conversation; null if its `clientId` was already used. */
async function store(tx: Tx, locked: ConversationRow, send: Send) {
  const next = nextMessage(locked, send);
  const { message, row, sender } = next;
  const senderId = send.actor.id;
  if ((await insertMessage(tx, { ...message, senderId })) === 0) return null;
  const image = await claimImage(tx, send, next);
  await moveUp[sender](tx, { id: message.conversationId, senderId, seq: message.seq, at: message.createdAt });
  return { message: { ...message, image }, row, before: locked.conversation };
}

/** The message already stored under this `clientId`, and the current state of its conversation. */
async function findEarlier(tx: Tx, { actor, input }: Send) {
  const [message] = await findSent(tx, { senderId: actor.id, clientId: input.clientId });
  const [row] = message ? await findConversation(tx, { id: message.conversationId }) : [];
  return message && row ? { message, row, before: null } : null;
}

/** Reads the conversation and sends a message. */
async function sendReading(ctx: ConversationContext, tx: Tx, send: Send): Promise<Message> {
  const { actor, input } = send;
  const locked = await lockWithDetails(tx, { id: input.conversationId, personId: actor.id });
  if (!locked) throw notFound('Conversation not found');
  const refusal = refusalOf(locked, actor);
  const stored = refusal ? null : await store(tx, locked, send);
  const sent = stored ?? (await findEarlier(tx, send));
  if (!sent) throw refusal ?? new Error(`message ${input.clientId} not found after insert`);
  ctx.memory?.remember(sent.row);
  return announceMessage(ctx, tx, { ...sent, senderId: actor.id });
}

/**
 * Sends a text in a conversation that is in memory, without waiting for anything.
 * @returns null if it must be read, or if the message may be refused or was sent before.
 */
function sendRemembered(ctx: ConversationContext, tx: Tx, send: Send): Message | null {
  const { actor, input } = send;
  const locked = ctx.memory?.get(input.conversationId);
  if (!locked || input.type !== 'text' || !isVisibleTo(actor.id, locked.conversation)) return null;
  if (refusalOf(locked, actor)) return null;
  const { message, row, sender } = nextMessage(locked, send);
  const senderId = actor.id;
  if (insertMessage.now(tx, { ...message, senderId }) === 0) return null;
  moveUp[sender].now(tx, { id: message.conversationId, senderId, seq: message.seq, at: message.createdAt });
  ctx.memory?.remember(row);
  return announceMessage(ctx, tx, { message, row, senderId, before: locked.conversation });
}

/** Sends a message in its own transaction, which waits for the conversation's lock. */
export const sendSingle = (ctx: ConversationContext, send: Send): Promise<Message> =>
  ctx.db.transact((tx) => sendRemembered(ctx, tx, send) ?? sendReading(ctx, tx, send));

/**
 * Stores a message as the next one of its conversation and sends it to both participants after the commit.
 * A repeated `clientId` returns the message stored earlier and announces it again: the sender may have missed the first
 * response, and the recipient the first announcement.
 * @throws not_found if the sender sees no such conversation; conflict if the other account is deleted; forbidden if the
 * participants are blocked; invalid_input unless a photo is an unused upload by the sender for this conversation.
 */
export const sendMessage = (ctx: ConversationContext, actor: Actor, input: SendMessage): Promise<Message> =>
  ctx.send({ actor, input });
