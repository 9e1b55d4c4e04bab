import type { SendMessage } from '@selvedge/shared/conversations/conversations';
import { blockRefusal, isDeleted } from '../members/public.ts';

import type { Actor } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/errors.ts';
import { idAbove } from './message-id.ts';
import { blockFor } from './present.ts';
import type { ConversationRow, MessageRow } from './queries.ts';

/** How far a conversation's last message may be ahead of the clock; anything later came from a wrong clock. */
const LEAD_MAX_MS = 2 * 3_600_000;
const ACCOUNT_DELETED = 'They have deleted their account and cannot read this.';

/** What a message that the product writes is about. Each part keeps its text from being edited. */
interface Statement {
  offer?: NonNullable<MessageRow['offer']>;
  deal?: NonNullable<MessageRow['deal']>;
  /** The hold that it announces, or its end. */
  hold?: NonNullable<MessageRow['hold']>;
  /** The answer, question or yes that it records. */
  record?: NonNullable<MessageRow['record']>;
}

export interface Send {
  actor: Pick<Actor, 'id'>;
  input: SendMessage;
  /** Null only for what a member typed. */
  statement: Statement | null;
}

export function refusalOf(row: ConversationRow, actor: Pick<Actor, 'id'>): AppError | null {
  if (isDeleted(row.buyer) || isDeleted(row.seller)) return new AppError('conflict', ACCOUNT_DELETED);
  return blockRefusal(blockFor(row, actor.id));
}

// Never before the last message, so that the inbox keeps its order if the clock is set back, unless that one
// is implausibly far ahead.
function timeAfter(last: Date): Date {
  const now = Date.now();
  const lead = last.getTime() - now;
  return new Date(lead > 0 && lead <= LEAD_MAX_MS ? last : now);
}

export interface Stamp {
  id: string;
  at: Date;
}

const stampAfter = ({ conversation, last }: ConversationRow): Stamp => ({
  id: idAbove(last?.id ?? ''),
  at: timeAfter(conversation.lastMessageAt),
});

/** The next message of a locked conversation, and the conversation including it. */
export function nextMessage(
  locked: ConversationRow,
  { actor, input, statement }: Send,
  { id, at } = stampAfter(locked),
) {
  const { conversation } = locked;
  const message = {
    id,
    seq: conversation.lastSeq + 1,
    conversationId: conversation.id,
    clientId: input.clientId,
    messageType: input.type,
    content: input.content ?? '',
    createdAt: at,
    image: null,
    offer: null,
    deal: null,
    hold: statement?.hold ?? null,
    record: statement?.record ?? null,
    ...{ removedAt: null, unsentAt: null, editedAt: null, changedSeq: null },
  };
  const sender = conversation.buyerId === actor.id ? 'buyer' : 'seller';
  const { seq, messageType, content, removedAt, unsentAt } = message;
  const row: ConversationRow = {
    ...locked,
    // As `movedUp` stores it.
    conversation: {
      ...conversation,
      ...{ lastSeq: seq, lastMessageAt: at, lastSenderId: actor.id, changedAt: at },
      ...{ buyerArchivedAt: null, sellerArchivedAt: null },
      ...(sender === 'buyer'
        ? {
            buyerReadSeq: seq,
            buyerWaitingSince: null,
            sellerWaitingSince: conversation.sellerWaitingSince ?? at,
          }
        : {
            sellerReadSeq: seq,
            sellerWaitingSince: null,
            buyerWaitingSince: conversation.buyerWaitingSince ?? at,
          }),
    },
    last: {
      ...{ id, senderId: actor.id, content, messageType, removedAt, unsentAt, createdAt: at },
      isStatement: statement !== null,
    },
  };
  return { sender, message, row } as const;
}
export type NextMessage = ReturnType<typeof nextMessage>;
