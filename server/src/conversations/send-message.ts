import type { Message, SendMessage } from '@selvedge/shared/conversations';
import type { Actor } from '../core/actor.ts';
import { notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { claimChatImage } from '../uploads/chat-images.ts';
import { announceMessage } from './announce-message.ts';
import { findSent } from './client-ids/client-ids.ts';
import type { ConversationContext } from './context.ts';
import { setImage } from './images/queries.ts';
import { isVisibleTo } from './is-visible-to.ts';
import { type NextMessage, nextMessage, refusalOf, type Send } from './next-message.ts';
import { type ConversationRow, lockWithDetails } from './queries.ts';
import { attach, insertMessage, moveUp } from './send-queries.ts';

async function claimImage(tx: Tx, { actor, input }: Send, { message }: NextMessage) {
  if (input.type !== 'image') return null;
  const { conversationId, url } = input;
  const image = await claimChatImage(tx, { ownerId: actor.id, conversationId, url }, message.createdAt);
  await setImage(tx, message.id, image);
  return image;
}

/** Stores a message as the next one of a locked conversation. */
async function store(ctx: ConversationContext, tx: Tx, locked: ConversationRow, send: Send) {
  const next = nextMessage(locked, send);
  const { message, row, sender } = next;
  const senderId = send.actor.id;
  await insertMessage(tx, { ...message, senderId });
  ctx.clientIds?.used(message);
  const image = await claimImage(tx, send, next);
  const { offer = null, deal = null } = send;
  if (offer || deal) {
    await attach(tx, message.id, { offerId: offer?.id ?? null, dealId: deal?.id ?? null });
  }
  await moveUp[sender](tx, { id: message.conversationId, senderId, seq: message.seq, at: message.createdAt });
  return { message: { ...message, image, offer, deal }, row, before: locked.conversation };
}

/** Reads the conversation and sends a message, as `sendMessage` does. */
export async function sendWithin(ctx: ConversationContext, tx: Tx, send: Send): Promise<Message> {
  const { actor, input } = send;
  const senderId = actor.id;
  const locked = await lockWithDetails(tx, { id: input.conversationId, personId: senderId });
  if (!locked) throw notFound('Conversation not found');
  const earlier = await findSent(tx, locked.conversation, { senderId, clientId: input.clientId });
  const refusal = earlier ? null : refusalOf(locked, actor);
  if (refusal) throw refusal;
  const sent = earlier ? { message: earlier, row: locked, before: null } : await store(ctx, tx, locked, send);
  ctx.memory?.remember(sent.row);
  return announceMessage(ctx, tx, { ...sent, senderId });
}

/**
 * Sends a text in a conversation that is in memory, without waiting for anything.
 * @returns null if it must be read, or if the message may be refused or was sent before.
 */
function sendRemembered(ctx: ConversationContext, tx: Tx, send: Send): Message | null {
  const { memory, clientIds } = ctx;
  const { actor, input } = send;
  const locked = memory?.get(input.conversationId);
  if (!memory || !clientIds || !locked || input.type !== 'text') return null;
  if (!isVisibleTo(actor.id, locked.conversation) || refusalOf(locked, actor)) return null;
  if (clientIds.mayBeUsed(tx, locked.conversation, input.clientId)) return null;
  const { message, row, sender } = nextMessage(locked, send);
  const senderId = actor.id;
  insertMessage.now(tx, { ...message, senderId });
  clientIds.used(message);
  moveUp[sender].now(tx, { id: message.conversationId, senderId, seq: message.seq, at: message.createdAt });
  memory.remember(row);
  return announceMessage(ctx, tx, { message, row, senderId, before: locked.conversation });
}

/** Sends a message in its own transaction, which waits for the conversation's lock. */
export const sendSingle = (ctx: ConversationContext, send: Send): Promise<Message> =>
  ctx.db.transact((tx) => sendRemembered(ctx, tx, send) ?? sendWithin(ctx, tx, send));

/**
 * Stores a message as the next one of its conversation and sends it to both participants after the commit.
 * A repeated `clientId` returns the message stored earlier and announces it again: the sender may have missed the first
 * response, and the recipient the first announcement.
 * @throws not_found if the sender sees no such conversation; conflict if the other account is deleted; forbidden if the
 * participants are blocked; invalid_input unless a photo is an unused upload by the sender for this conversation.
 */
export const sendMessage = (ctx: ConversationContext, actor: Actor, input: SendMessage): Promise<Message> =>
  ctx.send({ actor, input });
