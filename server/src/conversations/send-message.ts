import type { Message, SendMessage } from '@selvedge/shared/conversations/conversations';
import type { Actor } from '../platform/core/actor.ts';
import { notFound } from '../platform/core/errors.ts';
import type { Tx } from '../platform/db/database.ts';
import { inOneRoundTrip } from '../platform/db/in-one-round-trip.ts';
import { claimChatImage } from '../platform/media/chat-images.ts';
import { announceMessage } from './announce-message.ts';
import { findSent } from './client-ids/client-ids.ts';
import type { ConversationContext } from './context.ts';
import { setImage } from './images/queries.ts';
import { type NextMessage, nextMessage, refusalOf, type Send } from './next-message.ts';
import { type ConversationRow, lockWithDetails } from './queries.ts';
import { findRemembered } from './row-memory.ts';
import { insertMessage, insertMessageAbout, moveUp } from './send-queries.ts';

async function claimImage(tx: Tx, { actor, input }: Send, { message }: NextMessage) {
  if (input.type !== 'image') return null;
  const { conversationId, url } = input;
  const image = await claimChatImage(tx, { ownerId: actor.id, conversationId, url }, message.createdAt);
  await setImage(tx, message.id, image);
  return image;
}

/** Announces again the message that the actor has sent under this client id; null if there is none. */
export async function announceSent(
  ctx: ConversationContext,
  tx: Tx,
  locked: ConversationRow,
  { actor, input }: Pick<Send, 'actor'> & { input: Pick<SendMessage, 'clientId'> },
): Promise<Message | null> {
  const senderId = actor.id;
  const { clientId } = input;
  if (ctx.clientIds?.mayBeUsed(tx, locked.conversation, clientId) === false) return null;
  const message = await findSent(tx, locked.conversation, { senderId, clientId });
  if (!message) return null;
  ctx.memory?.remember(locked);
  return announceMessage(ctx, tx, { message, row: locked, senderId, before: null });
}

/** Stores and announces a message. @param locked as it is now, without a message under this client id */
export async function sendNext(
  ctx: ConversationContext,
  tx: Tx,
  locked: ConversationRow,
  send: Send,
): Promise<Message> {
  const refusal = refusalOf(locked, send.actor);
  if (refusal) throw refusal;
  const next = nextMessage(locked, send);
  const { message, row, sender } = next;
  const senderId = send.actor.id;
  const { offer = null, deal = null } = send.statement ?? {};
  const stored = { ...message, senderId };
  const storing = send.statement
    ? insertMessageAbout(tx, { ...stored, offerId: offer?.id ?? null, dealId: deal?.id ?? null })
    : insertMessage(tx, stored);
  const { conversationId, seq, createdAt } = message;
  const moving = moveUp[sender](tx, { id: conversationId, senderId, seq, at: createdAt });
  await inOneRoundTrip([storing, moving]);
  ctx.clientIds?.used(message);
  const image = await claimImage(tx, send, next);
  ctx.memory?.remember(row);
  const sent = { message: { ...message, image, offer, deal }, row, before: locked.conversation };
  return announceMessage(ctx, tx, { ...sent, senderId });
}

export async function sendWithin(ctx: ConversationContext, tx: Tx, send: Send): Promise<Message> {
  const locked = await lockWithDetails(tx, { id: send.input.conversationId, personId: send.actor.id });
  if (!locked) throw notFound('Conversation not found');
  return (await announceSent(ctx, tx, locked, send)) ?? sendNext(ctx, tx, locked, send);
}

/** Sends without waiting; null if the row is not in memory, or the message may be refused or a repeat. */
function sendRemembered(ctx: ConversationContext, tx: Tx, send: Send): Message | null {
  const { memory, clientIds } = ctx;
  const { actor, input } = send;
  const locked = findRemembered(ctx, { id: input.conversationId, personId: actor.id });
  if (!memory || !clientIds || !locked || input.type !== 'text' || refusalOf(locked, actor)) return null;
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
export function sendSingle(ctx: ConversationContext, send: Send): Promise<Message> {
  return ctx.db.transact((tx) => sendRemembered(ctx, tx, send) ?? sendWithin(ctx, tx, send));
}

/**
 * Stores a message and sends it to both participants after the commit. A repeated `clientId` returns and
 * announces the stored message again: either of them may have missed it.
 * @throws not_found if the sender sees no such conversation; conflict if the other account is deleted;
 * forbidden if they are blocked; invalid_input unless a photo is the sender's unused upload for it
 */
export function sendMessage(ctx: ConversationContext, actor: Actor, input: SendMessage): Promise<Message> {
  return ctx.send({ actor, input, statement: null });
}
