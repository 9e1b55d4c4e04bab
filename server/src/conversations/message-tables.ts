import type { Message } from '@selvedge/shared/conversations/conversations';
import { sql } from 'drizzle-orm';
import type { Kit } from '../platform/db/kit.ts';
import type { Referenced } from '../platform/db/referenced.ts';
import type { StoredPhoto } from '../platform/db/stored-photo.ts';

export function messageTables(
  { table, index, uniqueIndex, postgresOnly, id, str, int, instant, json }: Kit,
  { users, conversations, offers, deals }: Referenced<'users' | 'conversations' | 'offers' | 'deals'>,
) {
  const messages = table(
    'messages',
    {
      /** Ids increase with `seq` within a conversation. */
      id: id('id').primaryKey(),
      conversationId: id('conversation_id')
        .notNull()
        .references(() => conversations.id),
      seq: int('seq').notNull(),
      senderId: id('sender_id')
        .notNull()
        .references(() => users.id),
      clientId: id('client_id').notNull(),
      messageType: str('message_type').$type<Message['messageType']>().notNull(),
      content: str('content').notNull(),
      /** Set on image messages until they are removed. */
      image: json<StoredPhoto>('image'),
      /** When an admin removed its content; the message keeps its place. */
      removedAt: instant('removed_at'),
      editedAt: instant('edited_at'),
      /** When its sender unsent it; the message keeps its place. */
      unsentAt: instant('unsent_at'),
      /** The conversation's `change_seq` at the last change; null if unchanged. */
      changedSeq: int('changed_seq'),
      /** The offer that it makes. */
      offerId: id('offer_id').references(() => offers.id),
      /** The deal that it asks about. */
      dealId: id('deal_id').references(() => deals.id),
      /** Set on a message that announces a hold of the listing, or its end. */
      hold: json<NonNullable<Message['hold']>>('hold'),
      /** What it records of an agreement. */
      record: json<NonNullable<Message['record']>>('record'),
      createdAt: instant('created_at').notNull(),
    },
    (t) => [
      uniqueIndex('messages_offer').on(t.offerId).where(sql`offer_id is not null`),
      uniqueIndex('messages_deal').on(t.dealId).where(sql`deal_id is not null`),
      uniqueIndex('messages_seq').on(t.conversationId, t.seq),
      index('messages_changed').on(t.conversationId, t.changedSeq).where(sql`changed_seq is not null`),
      // On SQLite, where it would take most of the time and disk writes of a message: see `conversations/client-ids/`.
      // Its condition always holds, but only a search by client id implies it. Otherwise PostgreSQL, which takes both
      // indexes for equal while a table is small, would find the last message by reading all of its conversation.
      ...postgresOnly(
        uniqueIndex('messages_once')
          .on(t.conversationId, t.clientId, t.senderId)
          .where(sql`client_id is not null`),
      ),
    ],
  );

  /** Earlier versions of edited or unsent messages: only for reports, and for a limited time. */
  const messageOriginals = table(
    'message_originals',
    {
      id: id('id').primaryKey(),
      messageId: id('message_id')
        .notNull()
        .references(() => messages.id, { onDelete: 'cascade' }),
      senderId: id('sender_id')
        .notNull()
        .references(() => users.id),
      content: str('content').notNull(),
      /** Storage key of the photo of an unsent image message; its upload stays claimed. */
      photoKey: str('photo_key'),
      /** When this version was sent, or edited into the message. */
      writtenAt: instant('written_at').notNull(),
      /** When the message was edited or unsent. */
      replacedAt: instant('replaced_at').notNull(),
    },
    (t) => [
      index('message_originals_message').on(t.messageId, t.id),
      index('message_originals_sender').on(t.senderId, t.id),
      index('message_originals_replaced').on(t.replacedAt),
    ],
  );

  return { messages, messageOriginals };
}
