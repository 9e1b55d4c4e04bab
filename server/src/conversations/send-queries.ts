import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Conn } from '../platform/db/database.ts';
import type { Role } from '../platform/db/inbox-parts.ts';
import { preparedWrite } from '../platform/db/prepared.ts';
import type { Tables } from '../platform/db/tables.ts';
import { waitingAfterMessage } from './waiting/queries.ts';

const value = (name: string) => sql.placeholder(name);

/** The columns that a message is stored with, singly or in a batch. All others are null until it changes. */
export const STORED_COLUMNS = [
  'id',
  'conversationId',
  'seq',
  'senderId',
  'clientId',
  'messageType',
  'content',
  'createdAt',
] as const satisfies (keyof Tables['messages']['$inferInsert'])[];
type StoredColumn = (typeof STORED_COLUMNS)[number];

const insertWith = <C extends 'offerId' | 'dealId' | 'hold' | 'record'>(name: string, columns: C[]) =>
  preparedWrite(name, ({ q, t: { messages } }: Conn) => {
    const placeholders = [...STORED_COLUMNS, ...columns].map((column) => [column, value(column)]);
    // A required column that is missing fails to compile here.
    return q
      .insert(messages)
      .values(Object.fromEntries(placeholders) as Record<StoredColumn | C, Placeholder>);
  });

export const insertMessage = insertWith('insert_message', []);

export const insertMessageAbout = insertWith('insert_message_about', ['offerId', 'dealId', 'hold', 'record']);

export function movedUp(
  c: Tables['conversations'],
  sender: Role,
  { seq, senderId, at }: Record<'seq' | 'senderId' | 'at', SQL>,
) {
  return {
    lastSeq: seq,
    lastMessageAt: at,
    ...(sender === 'buyer' ? { buyerReadSeq: seq } : { sellerReadSeq: seq }),
    lastSenderId: senderId,
    buyerArchivedAt: null,
    sellerArchivedAt: null,
    changedAt: at,
    ...waitingAfterMessage(c, sender, at),
  };
}

const moveUpFor = (sender: Role) =>
  preparedWrite(`move_conversation_up_${sender}`, ({ q, t: { conversations: c } }: Conn) => {
    const at = sql`${sql.param(value('at'), c.lastMessageAt)}`;
    return q
      .update(c)
      .set(movedUp(c, sender, { seq: sql`${value('seq')}`, senderId: sql`${value('senderId')}`, at }))
      .where(eq(c.id, value('id')));
  });

/** Updates a locked conversation for a new message: inbox order, the sender's read cursor, and both unarchived. */
export const moveUp = { buyer: moveUpFor('buyer'), seller: moveUpFor('seller') };
