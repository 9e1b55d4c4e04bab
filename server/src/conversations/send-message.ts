import type { Message, SendMessage } from '@selvedge/shared/conversations';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../actor.ts';
import { blockRefusal } from '../blocks/find-block.ts';
import type { Tx } from '../db/database.ts';
import type { StoredPhoto } from '../db/tables.ts';
import { AppError, notFound } from '../errors.ts';
import { claimChatImage } from '../uploads/chat-images.ts';
import { isDeleted } from '../users/deleted.ts';
import type { Conversing } from './context.ts';
import { setImage } from './images/queries.ts';
import { blockFor, presentConversation, presentMessage } from './present.ts';
import {
  type ConversationRow,
  type ConversationState,
  findConversation,
  findSent,
  holdWhole,
  insertMessage,
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

/** Whether the conversation counts as unread for a person. */
const countsAsUnread = (state: ConversationState, personId: string): boolean =>
  state.buyerId === personId
    ? state.buyerReadSeq < state.lastSeq && state.buyerArchivedAt === null
    : state.sellerReadSeq < state.lastSeq && state.sellerArchivedAt === null;

/** Why nothing new may be said. */
function refusalOf(held: ConversationRow, actor: Actor): AppError | null {
  if (isDeleted(held.buyer) || isDeleted(held.seller)) return new AppError('conflict', PERSON_GONE);
  return blockRefusal(blockFor(held, actor.id));
}

/** An id that tells the time, above another also where a clock was set back or another node's is ahead. */
function idAbove(last: string): string {
  const id = uuidv7();
  // The first 48 bits are the milliseconds (RFC 9562, 5.7).
  return id > last ? id : uuidv7({ msecs: Number.parseInt(last.slice(0, 13).replace('-', ''), 16) + 1 });
}

/** Stores a message as the next of a conversation that is held; null when its `clientId` was used before. */
async function store(tx: Tx, actor: Actor, held: ConversationRow, input: SendMessage) {
  const { conversation } = held;
  const at = new Date();
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
  if ((await insertMessage(tx, { ...message, senderId: actor.id })) === 0) return null;
  const image = input.type === 'image' ? await addImage(tx, actor, message.id, input, at) : null;
  const [sender, readSeq] =
    conversation.buyerId === actor.id
      ? (['buyer', { buyerReadSeq: message.seq }] as const)
      : (['seller', { sellerReadSeq: message.seq }] as const);
  await moveUp[sender](tx, { id: conversation.id, senderId: actor.id, seq: message.seq, at });
  const moved = { lastSeq: message.seq, lastMessageAt: at, buyerArchivedAt: null, sellerArchivedAt: null };
  return {
    message: { ...message, image },
    row: {
      ...held,
      conversation: { ...conversation, ...moved, ...readSeq },
      last: { ...message, senderId: actor.id },
    },
  };
}

/** The message that a `clientId` first made, and its conversation as it is now. */
async function findFirst(tx: Tx, actor: Actor, clientId: string) {
  const [message] = await findSent(tx, { senderId: actor.id, clientId });
  const [row] = message ? await findConversation(tx, { id: message.conversationId }) : [];
  return message && row ? { message, row } : null;
}

/**
 * Stores a message as the next of its conversation and, once it is on disk, tells both people.
 * A repeat of a `clientId` answers with the message that it first made and announces that again: the sender may have
 * missed the first answer, and the other person the first announcement.
 * @throws not_found when the sender sees no such conversation; conflict when the other has deleted their account;
 * forbidden while a block stands between the two; invalid_input for a photo that is no unused upload of theirs for it.
 */
export async function sendMessage(ctx: Conversing, actor: Actor, input: SendMessage): Promise<Message> {
  const { db, publish, images, announceUnread, tellAway, delivered } = ctx;
  return db.transact(async (tx) => {
    const held = await holdWhole(tx, { id: input.conversationId, personId: actor.id });
    if (!held) throw notFound('Conversation not found');
    const refusal = refusalOf(held, actor);
    const stored = refusal ? null : await store(tx, actor, held, input);
    const first = stored ?? (await findFirst(tx, actor, input.clientId));
    if (!first) throw refusal ?? new Error('a message just stored is not there');
    const { row } = first;
    const message = { ...first.message, sender: row.buyer.id === actor.id ? row.buyer : row.seller };
    tx.afterCommit((committedAt) => {
      for (const personId of [row.buyer.id, row.seller.id]) {
        publish.toPerson(personId, 'message:new', {
          message: presentMessage(message, personId, images),
          conversation: presentConversation(row, personId),
        });
      }
      if (stored) delivered(performance.now() - committedAt);
    });
    if (stored) {
      const otherId = row.buyer.id === actor.id ? row.seller.id : row.buyer.id;
      tx.afterCommit(() =>
        tellAway({ personId: otherId, conversationId: row.conversation.id, seq: message.seq }),
      );
      if (!countsAsUnread(held.conversation, otherId)) tx.afterCommit(() => announceUnread(otherId));
      if (countsAsUnread(held.conversation, actor.id)) tx.afterCommit(() => announceUnread(actor.id));
    }
    return presentMessage(message, actor.id, images);
  });
}
