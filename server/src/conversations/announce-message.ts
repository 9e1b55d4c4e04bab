import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Ctx } from '../platform/core/ctx.ts';
import type { Tx } from '../platform/db/database.ts';
import { unreadOf } from './announce-unread.ts';
import { presentConversation, presentMessage } from './present.ts';
import type { ConversationRow, ConversationState, MessageRow } from './queries.ts';
import { emitReceived } from './received.ts';

const countsAsUnread = (state: ConversationState, memberId: string): boolean =>
  state.buyerId === memberId
    ? state.buyerReadSeq < state.lastSeq && state.buyerArchivedAt === null
    : state.sellerReadSeq < state.lastSeq && state.sellerArchivedAt === null;

interface Announced {
  message: Omit<MessageRow, 'sender'>;
  /** The conversation including the message. */
  row: ConversationRow;
  senderId: string;
  /** The conversation before the message; null if the message was already stored and this is a retry. */
  before: ConversationState | null;
}

/** Publishes a message to both participants after the commit. @returns the message as its sender sees it. */
export function announceMessage(ctx: Ctx, tx: Tx, { row, senderId, before, ...sent }: Announced): Message {
  const { publish, media, metrics } = ctx;
  const images = media.chatImages;
  const [sender, other] = row.buyer.id === senderId ? [row.buyer, row.seller] : [row.seller, row.buyer];
  const message = { ...sent.message, sender };
  const own = presentMessage(message, senderId, images);
  // The views differ only in the photo's URL, which is signed per viewer.
  const received = message.image ? presentMessage(message, other.id, images) : own;
  tx.afterCommit((committedAt) => {
    const send = (memberId: string, view: Message) =>
      publish.toMember(memberId, 'message:new', {
        message: view,
        conversation: presentConversation(row, memberId),
      });
    send(senderId, own);
    send(other.id, received);
    if (before) metrics.instrumentation.delivered(performance.now() - committedAt);
  });
  if (before) {
    tx.afterCommit(() =>
      emitReceived(ctx, { memberId: other.id, conversationId: row.conversation.id, seq: message.seq }),
    );
    if (!countsAsUnread(before, other.id)) tx.afterCommit(() => unreadOf(ctx).announce(other.id));
    if (countsAsUnread(before, senderId)) tx.afterCommit(() => unreadOf(ctx).announce(senderId));
  }
  return own;
}
