import type { Message, SendMessage } from '@selvedge/shared/conversations';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../actor.ts';
import { requireUnblocked } from '../blocks/find-block.ts';
import type { Tx } from '../db/database.ts';
import type { StoredPhoto } from '../db/tables.ts';
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
): Promise<StoredPhoto> {
  const image = await claimChatImage(tx, { ownerId, conversationId, url }, at);
  await setImage(tx, messageId, image);
  return image;
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
 * @throws not_found when the sender sees no such conversation; conflict when the other has deleted their account;
 * forbidden while a block stands between the two; invalid_input for a photo that is no unused upload of theirs for it.
 */
export async function sendMessage(ctx: Conversing, actor: Actor, input: SendMessage): Promise<Message> {
  const { db, publish, images, announceUnread, tellAway, delivered } = ctx;
  const { conversationId, clientId } = input;
  return db.transact(async (tx) => {
    const [state] = await lockConversation(tx, { id: conversationId, personId: actor.id });
    if (!state) throw notFound('Conversation not found');

    const otherId = state.buyerId === actor.id ? state.sellerId : state.buyerId;
    const at = new Date();
    // Nothing is inserted when this id was used before, here or in another conversation.
    const [inserted] = await insertMessage(tx, {
      id: uuidv7(),
      conversationId,
      seq: state.lastSeq + 1,
      senderId: actor.id,
      recipientId: otherId,
      clientId,
      messageType: input.type,
      content: input.content ?? '',
      at,
    });
    const isRepeat = inserted === undefined;
    if (inserted) {
      if (input.type === 'image') inserted.image = await addImage(tx, actor, inserted.id, input, at);
      await moveUp(tx, { id: conversationId, senderId: actor.id, seq: inserted.seq, at });
    }
    const [first] = inserted ? [inserted] : await findSent(tx, { senderId: actor.id, clientId });
    const [row] = await findConversation(tx, { id: first?.conversationId ?? conversationId });
    if (!first || !row) throw new Error('a message just stored is not there');
    const message = { ...first, sender: row.buyer.id === actor.id ? row.buyer : row.seller };

    if (!isRepeat) {
      // Thrown here, it takes the message back; nothing has been told.
      if (isDeleted(row.buyer) || isDeleted(row.seller)) throw new AppError('conflict', PERSON_GONE);
      requireUnblocked(presentConversation(row, actor.id).block);
    }
    tx.afterCommit((committedAt) => {
      for (const personId of [row.buyer.id, row.seller.id]) {
        publish.toPerson(personId, 'message:new', {
          message: presentMessage(message, personId, images),
          conversation: presentConversation(row, personId),
        });
      }
      if (!isRepeat) delivered(performance.now() - committedAt);
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
