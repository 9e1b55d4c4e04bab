import type { Message, SendMessage } from '@selvedge/shared/conversations/conversations';
import type { Ctx } from '../platform/core/ctx.ts';
import { notFound } from '../platform/core/errors.ts';
import type { Tx } from '../platform/db/database.ts';
import { inOneRoundTrip } from '../platform/db/in-one-round-trip.ts';
import { claimChatImage } from '../platform/media/chat-images.ts';
import { announceMessage } from './announce-message.ts';
import { findSent } from './client-ids/client-ids.ts';
import { followedOf } from './followed.ts';
import { setImage } from './images/queries.ts';
import { findRemembered, memoryOf } from './memory.ts';
import { type NextMessage, nextMessage, refusalOf, type Send } from './next-message.ts';
import { type ConversationRow, lockWithDetails } from './queries.ts';
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
  ctx: Ctx,
  tx: Tx,
  locked: ConversationRow,
  { actor, input }: Pick<Send, 'actor'> & { input: Pick<SendMessage, 'clientId'> },
): Promise<Message | null> {
  const senderId = actor.id;
  const { clientId } = input;
  if (memoryOf(ctx)?.clientIds.mayBeUsed(tx, locked.conversation, clientId) === false) return null;
  const message = await findSent(tx, locked.conversation, { senderId, clientId });
  if (!message) return null;
  memoryOf(ctx)?.rows.remember(locked);
  return announceMessage(ctx, tx, { message, row: locked, senderId, before: null });
}

/** Stores and announces a message. @param locked as it is now, without a message under this client id */
export async function sendNext(ctx: Ctx, tx: Tx, locked: ConversationRow, send: Send): Promise<Message> {
  const refusal = refusalOf(locked, send.actor);
  if (refusal) throw refusal;
  const next = nextMessage(locked, send);
  const { message, row, sender } = next;
  const senderId = send.actor.id;
  const { offer = null, deal = null, record = null } = send.statement ?? {};
  const stored = { ...message, senderId };
  const storing = send.statement
    ? insertMessageAbout(tx, { ...stored, offerId: offer?.id ?? null, dealId: deal?.id ?? null })
    : insertMessage(tx, stored);
  const { conversationId, seq, createdAt } = message;
  const moving = moveUp[sender](tx, { id: conversationId, senderId, seq, at: createdAt });
  await inOneRoundTrip([storing, moving]);
  memoryOf(ctx)?.clientIds.used(message);
  const image = await claimImage(tx, send, next);
  memoryOf(ctx)?.rows.remember(row);
  await tx.emit('message sent', {
    ...{ id: message.id, conversationId },
    recipientId: sender === 'buyer' ? row.seller.id : row.buyer.id,
    says: offer ? 'offer' : record?.kind === 'offer' ? 'answer' : 'text',
  });
  const sent = { message: { ...message, image, offer, deal }, row, before: locked.conversation };
  return announceMessage(ctx, tx, { ...sent, senderId });
}

export async function sendWithin(ctx: Ctx, tx: Tx, send: Send): Promise<Message> {
  const locked = await lockWithDetails(tx, { id: send.input.conversationId, memberId: send.actor.id });
  if (!locked) throw notFound('Conversation not found');
  return (await announceSent(ctx, tx, locked, send)) ?? sendNext(ctx, tx, locked, send);
}

/** Sends without waiting; null if the row is not in memory, or the message may be refused or a repeat. */
function sendRemembered(ctx: Ctx, tx: Tx, send: Send): Message | null {
  const memory = memoryOf(ctx);
  const { actor, input } = send;
  const locked = findRemembered(ctx, { id: input.conversationId, memberId: actor.id });
  if (!memory || !locked || input.type !== 'text' || refusalOf(locked, actor)) return null;
  if (followedOf(ctx).has(locked.buyer.id === actor.id ? locked.seller.id : locked.buyer.id)) return null;
  if (memory.clientIds.mayBeUsed(tx, locked.conversation, input.clientId)) return null;
  const { message, row, sender } = nextMessage(locked, send);
  const senderId = actor.id;
  insertMessage.now(tx, { ...message, senderId });
  memory.clientIds.used(message);
  moveUp[sender].now(tx, { id: message.conversationId, senderId, seq: message.seq, at: message.createdAt });
  memory.rows.remember(row);
  return announceMessage(ctx, tx, { message, row, senderId, before: locked.conversation });
}

/** Sends a message in its own transaction, which waits for the conversation's lock. */
export function sendSingle(ctx: Ctx, send: Send): Promise<Message> {
  return ctx.db.transact((tx) => sendRemembered(ctx, tx, send) ?? sendWithin(ctx, tx, send));
}
