import type { Message, SendMessage } from '@selvedge/shared/conversations';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../actor.ts';
import { requireUnblocked } from '../blocks/find-block.ts';
import type { Tx } from '../db/database.ts';
import { AppError, notFound } from '../errors.ts';
import { claimChatImage } from '../uploads/chat-images.ts';
import { isDeleted } from '../users/deleted.ts';
import type { Conversing } from './context.ts';
import { setImage } from './images/queries.ts';
import { presentConversation, presentMessage } from './present.ts';
import {
  type ConversationState,
  findConversation,
  findSent,
  insertMessage,
  lockConversation,
  moveUp,
} from './queries.ts';

const PERSON_GONE = 'They have deleted their account and cannot read this.';

async function addImage(
  tx: Tx,
  { id: ownerId }: Actor,
  messageId: string,
  { conversationId, url }: Extract<SendMessage, { type: 'image' }>,
  at: Date,
): Promise<void> {
  await setImage(tx, messageId, await claimChatImage(tx, { ownerId, conversationId, url }, at));
}
/** Whether the conversation counted as unread for a person before the message. */
const countsAsUnread = (before: ConversationState, personId: string): boolean =>
  before.buyerId === personId
    ? before.buyerReadSeq < before.lastSeq && before.buyerArchivedAt === null
    : before.sellerReadSeq < before.lastSeq && before.sellerArchivedAt === null;

/**
 * Stores a message as the next of its conversation and, once it is on disk, tells both people.
 * A repeat of a `clientId` answers with the message that it first made and announces that again: the sender may have
 * missed the first answer, and the other person the first announcement.
 * @throws not_found when the sender is not one of the two; conflict when the other has deleted their account;
 * forbidden while a block stands between the two; invalid_input for a photo that is no unused upload of theirs for it.
 */
export async function sendMessage(ctx: Conversing, actor: Actor, input: SendMessage): Promise<Message> {
  const { db, publish, images, announceUnread, tellAway } = ctx;
  const { conversationId, clientId } = input;
  return db.transact(async (tx) => {
    const [state] = await lockConversation(tx, { id: conversationId, personId: actor.id });
    if (!state) throw notFound('Conversation not found');

    const otherId = state.buyerId === actor.id ? state.sellerId : state.buyerId;
    let [message] = await findSent(tx, { senderId: actor.id, clientId });
    const isRepeat = message !== undefined;
    if (!message) {
      const at = new Date();
      const seq = state.lastSeq + 1;
      const id = uuidv7();
      const inserted = await insertMessage(tx, {
        id,
        conversationId,
        seq,
        senderId: actor.id,
        recipientId: otherId,
        clientId,
        messageType: input.type,
        content: input.content ?? '',
        at,
      });
      // Only when the same id is on its way into two conversations at once; one after the other is a repeat.
      if (inserted.length === 0) throw new AppError('conflict', 'This message was already sent elsewhere.');
      if (input.type === 'image') await addImage(tx, actor, id, input, at);
      await moveUp(tx, { id: conversationId, senderId: actor.id, seq, at });
      [message] = await findSent(tx, { senderId: actor.id, clientId });
    }
    const [row] = await findConversation(tx, { id: message?.conversationId ?? conversationId });
    if (!message || !row) throw new Error('a message just stored is not there');

    // Thrown here, it takes the message back; nothing has been told.
    if (isDeleted(row.buyer) || isDeleted(row.seller)) throw new AppError('conflict', PERSON_GONE);
    if (!isRepeat) requireUnblocked(presentConversation(row, actor.id).block);
    tx.afterCommit(() => {
      for (const personId of [row.buyer.id, row.seller.id]) {
        publish.toPerson(personId, 'message:new', {
          message: presentMessage(message, personId, images),
          conversation: presentConversation(row, personId),
        });
      }
    });
    if (!isRepeat) {
      const { seq } = message;
      tx.afterCommit(() => tellAway({ personId: otherId, conversationId, seq }));
      if (!countsAsUnread(state, otherId)) tx.afterCommit(() => announceUnread(otherId));
      if (countsAsUnread(state, actor.id)) tx.afterCommit(() => announceUnread(actor.id));
    }
    return presentMessage(message, actor.id, images);
  });
}
