import { and, eq, exists, getTableColumns, sql } from 'drizzle-orm';
import type { Conn, Tx } from '../../db/database.ts';
import { asArrays, givenRows } from '../../db/given-rows.ts';
import { inOneTrip } from '../../db/in-one-trip.ts';
import { ROLES, type Role } from '../../db/inbox-parts.ts';
import { forUpdate } from '../../db/locked.ts';
import { prepared, preparedWrite } from '../../db/prepared.ts';
import type { NextMessage } from '../next-message.ts';
import { type ConversationRow, conversationsWhole } from '../queries.ts';
import { movedUp } from '../send-queries.ts';

const ids = sql.placeholder('ids');

const lockFree = prepared('lock_free_conversations', ({ q, t: { conversations: c } }: Conn) =>
  forUpdate(q.select({ id: c.id }).from(c).where(sql`${c.id} = any(${ids})`), { skipLocked: true }),
);

const findWhole = prepared('find_conversations_whole', (conn: Conn) =>
  conversationsWhole(conn).where(sql`${conn.t.conversations.id} = any(${ids})`),
);

/** Locks those of the conversations that no other transaction has locked, until this one ends. It never waits. */
export async function lockFreeConversations(tx: Tx, wanted: string[]): Promise<Map<string, ConversationRow>> {
  // What is read is as it was when the locks were taken, or later.
  const [free, rows] = await inOneTrip([lockFree(tx, { ids: wanted }), findWhole(tx, { ids: wanted })]);
  const locked = new Set(free.map(({ id }) => id));
  return new Map(
    rows.flatMap((row) => (locked.has(row.conversation.id) ? [[row.conversation.id, row]] : [])),
  );
}

/** A message that is about to be stored, and by whom. */
export type Stored = NextMessage & { senderId: string };

const MESSAGE = [
  'id',
  'conversationId',
  'seq',
  'senderId',
  'clientId',
  'messageType',
  'content',
  'createdAt',
] as const;

const insertAll = prepared('insert_messages', ({ q, t: { messages: m } }: Conn) => {
  const columns = getTableColumns(m);
  const of = Object.fromEntries(MESSAGE.map((name) => [name, columns[name]])) as Pick<
    typeof columns,
    (typeof MESSAGE)[number]
  >;
  const { rows, given } = givenRows(of);
  // An insert from a select has to give every column of the table, in the table's order.
  const values = Object.keys(columns).map((name) =>
    name in given ? given[name as keyof typeof given] : sql`null`,
  );
  return q
    .insert(m)
    .select(sql`select ${sql.join(values, sql`, `)} from ${rows}`)
    .onConflictDoNothing({ target: [m.senderId, m.clientId] })
    .returning({ id: m.id });
});

const moveAllUp = (sender: Role) =>
  preparedWrite(`move_conversations_up_${sender}`, ({ q, t: { conversations: c, messages: m } }: Conn) => {
    const { rows, given } = givenRows({
      id: c.id,
      messageId: m.id,
      seq: c.lastSeq,
      senderId: c.lastSenderId,
      at: c.lastMessageAt,
    });
    const isStored = exists(q.select({ one: sql`1` }).from(m).where(eq(m.id, given.messageId)));
    return q
      .update(c)
      .set(movedUp(c, sender, given))
      .from(rows)
      .where(and(eq(c.id, given.id), isStored));
  });
const MOVE = ['id', 'messageId', 'seq', 'senderId', 'at'] as const;
const moveUp = { buyer: moveAllUp('buyer'), seller: moveAllUp('seller') };

/**
 * Stores messages, each in a different locked conversation, and updates those conversations.
 * @returns the ids of the stored messages: one whose `clientId` its sender has used before is not stored.
 */
export async function storeMessages(tx: Tx, all: Stored[]): Promise<Set<string>> {
  const rows = all.map(({ message, senderId }) => ({ ...message, senderId }));
  const inserting = insertAll(tx, asArrays(MESSAGE, rows));
  const moving = ROLES.map((role) => {
    const moves = all
      .filter(({ sender }) => sender === role)
      .map(({ message: { id: messageId, conversationId: id, seq, createdAt: at }, senderId }) => ({
        ...{ id, messageId, seq, senderId, at },
      }));
    return moves.length > 0 ? moveUp[role](tx, asArrays(MOVE, moves)) : null;
  });
  const [inserted] = await inOneTrip([inserting, ...moving]);
  return new Set(inserted.map(({ id }) => id));
}
