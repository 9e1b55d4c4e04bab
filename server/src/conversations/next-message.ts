import type { SendMessage } from '@selvedge/shared/conversations';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import { isDeleted } from '../members/deleted.ts';
import { blockRefusal } from '../members/find-block.ts';
import { blockFor } from './present.ts';
import type { ConversationRow } from './queries.ts';

/**
 * How far a conversation's last message may be ahead of the clock and still count; a later time came from a wrong
 * clock.
 */
const LEAD_MAX_MS = 2 * 3_600_000;
const PERSON_GONE = 'They have deleted their account and cannot read this.';

/** A message that somebody asks to send. */
export interface Send {
  actor: Actor;
  input: SendMessage;
}

/** Why the actor may send nothing to a conversation; null when they may. */
export function refusalOf(held: ConversationRow, actor: Actor): AppError | null {
  if (isDeleted(held.buyer) || isDeleted(held.seller)) return new AppError('conflict', PERSON_GONE);
  return blockRefusal(blockFor(held, actor.id));
}

/** A time-ordered id above `last`, even if the clock was set back or another node's clock is ahead. */
function idAbove(last: string): string {
  const id = uuidv7();
  // The first 48 bits are the milliseconds (RFC 9562, 5.7).
  return id > last ? id : uuidv7({ msecs: Number.parseInt(last.slice(0, 13).replace('-', ''), 16) + 1 });
}

/**
 * The time of the next message: not before the last one, so that a clock that was set back keeps the inbox's order,
 * unless the last one is too far ahead to be true.
 */
function timeAfter(last: Date): Date {
  const now = Date.now();
  const lead = last.getTime() - now;
  return new Date(lead > 0 && lead <= LEAD_MAX_MS ? last : now);
}

/** The next message of a locked conversation, and the conversation as it will be with that message. */
export function nextMessage(held: ConversationRow, { actor, input }: Send) {
  const { conversation } = held;
  const at = timeAfter(conversation.lastMessageAt);
  const message = {
    id: idAbove(held.last?.id ?? ''),
    seq: conversation.lastSeq + 1,
    conversationId: conversation.id,
    clientId: input.clientId,
    messageType: input.type,
    content: input.content ?? '',
    createdAt: at,
    image: null,
    ...{ removedAt: null, unsentAt: null, editedAt: null, changedSeq: null },
  };
  const [sender, readSeq] =
    conversation.buyerId === actor.id
      ? (['buyer', { buyerReadSeq: message.seq }] as const)
      : (['seller', { sellerReadSeq: message.seq }] as const);
  const moved = { lastSeq: message.seq, lastMessageAt: at, buyerArchivedAt: null, sellerArchivedAt: null };
  const row: ConversationRow = {
    ...held,
    conversation: { ...conversation, ...moved, ...readSeq },
    last: { ...message, senderId: actor.id },
  };
  return { sender, message, row };
}
export type NextMessage = ReturnType<typeof nextMessage>;
