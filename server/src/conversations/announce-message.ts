import type { Message } from '@selvedge/shared/conversations';
import type { Tx } from '../db/database.ts';
import type { ConversationContext } from './context.ts';
import { presentConversation, presentMessage } from './present.ts';
import type { ConversationRow, ConversationState, MessageRow } from './queries.ts';

/** Whether the conversation counts as unread for a person. */
const countsAsUnread = (state: ConversationState, personId: string): boolean =>
  state.buyerId === personId
    ? state.buyerReadSeq < state.lastSeq && state.buyerArchivedAt === null
    : state.sellerReadSeq < state.lastSeq && state.sellerArchivedAt === null;

interface Announced {
  message: Omit<MessageRow, 'sender'>;
  /** The conversation as it is with the message. */
  row: ConversationRow;
  senderId: string;
  /** The conversation as it was without the message; null for a repeat of a message that was stored before. */
  before: ConversationState | null;
}

/** Tells both people of a message after the commit. @returns the message as its sender sees it. */
export function announceMessage(
  ctx: ConversationContext,
  tx: Tx,
  { row, senderId, before, ...sent }: Announced,
): Message {
  const { publish, images, announceUnread, notifyAway, delivered } = ctx;
  const [sender, other] = row.buyer.id === senderId ? [row.buyer, row.seller] : [row.seller, row.buyer];
  const message = { ...sent.message, sender };
  const own = presentMessage(message, senderId, images);
  // The two views differ only in a photo's URL, which is signed for each viewer.
  const theirs = message.image ? presentMessage(message, other.id, images) : own;
  tx.afterCommit((committedAt) => {
    const tell = (personId: string, seen: Message) =>
      publish.toPerson(personId, 'message:new', {
        message: seen,
        conversation: presentConversation(row, personId),
      });
    tell(senderId, own);
    tell(other.id, theirs);
    if (before) delivered(performance.now() - committedAt);
  });
  if (before) {
    tx.afterCommit(() =>
      notifyAway({ personId: other.id, conversationId: row.conversation.id, seq: message.seq }),
    );
    if (!countsAsUnread(before, other.id)) tx.afterCommit(() => announceUnread(other.id));
    if (countsAsUnread(before, senderId)) tx.afterCommit(() => announceUnread(senderId));
  }
  return own;
}
