import { and, eq, exists, getTableColumns, sql } from 'drizzle-orm';
import { asArrays, boundRows } from '../../db/bound-rows.ts';
import type { Conn, Tx } from '../../db/database.ts';
import { inOneRoundTrip } from '../../db/in-one-round-trip.ts';
import { ROLES, type Role } from '../../db/inbox-parts.ts';
import { forUpdate } from '../../db/locked.ts';
import { prepared, preparedWrite } from '../../db/prepared.ts';
import type { NextMessage } from '../next-message.ts';
import { type ConversationRow, conversationsWithDetails } from '../queries.ts';
import { movedUp, STORED_COLUMNS } from '../send-queries.ts';

const ids = sql.placeholder('ids');

const lockFree = prepared('lock_free_conversations', ({ q, t: { conversations: c } }: Conn) =>
  forUpdate(q.select({ id: c.id }).from(c).where(sql`${c.id} = any(${ids})`), { skipLocked: true }),
);

const findWithDetails = prepared('find_conversations_with_details', (conn: Conn) =>
  conversationsWithDetails(conn).where(sql`${conn.t.conversations.id} = any(${ids})`),
);

/** Locks the bound conversations until the transaction ends, skipping those that others have locked. It never waits. */
export async function lockFreeConversations(tx: Tx, wanted: string[]): Promise<Map<string, ConversationRow>> {
  // The rows are read after the locks are taken.
  const [free, rows] = await inOneRoundTrip([
    lockFree(tx, { ids: wanted }),
    findWithDetails(tx, { ids: wanted }),
  ]);
  const locked = new Set(free.map(({ id }) => id));
  return new Map(
    rows.flatMap((row) => (locked.has(row.conversation.id) ? [[row.conversation.id, row]] : [])),
  );
}

/** A message to be stored, with its sender. */
export type Stored = NextMessage & { senderId: string };

const insertAll = prepared('insert_messages', ({ q, t: { messages: m } }: Conn) => {
  const columns = getTableColumns(m);
  const of = Object.fromEntries(STORED_COLUMNS.map((name) => [name, columns[name]])) as Pick<
    typeof columns,
    (typeof STORED_COLUMNS)[number]
  >;
  const { rows, bound } = boundRows(of);
  // `insert … select` must provide every column of the table, in order.
  const values = Object.keys(columns).map((name) =>
    name in bound ? bound[name as keyof typeof bound] : sql`null`,
  );
  return q
    .insert(m)
    .select(sql`select ${sql.join(values, sql`, `)} from ${rows}`)
    .onConflictDoNothing({ target: [m.conversationId, m.clientId, m.senderId] })
    .returning({ id: m.id });
});

const moveAllUp = (sender: Role) =>
  preparedWrite(`move_conversations_up_${sender}`, ({ q, t: { conversations: c, messages: m } }: Conn) => {
    const { rows, bound } = boundRows({
      id: c.id,
      messageId: m.id,
      seq: c.lastSeq,
      senderId: c.lastSenderId,
      at: c.lastMessageAt,
    });
    const isStored = exists(q.select({ one: sql`1` }).from(m).where(eq(m.id, bound.messageId)));
    return q
      .update(c)
      .set(movedUp(c, sender, bound))
      .from(rows)
      .where(and(eq(c.id, bound.id), isStored));
  });
const MOVE = ['id', 'messageId', 'seq', 'senderId', 'at'] as const;
const moveUp = { buyer: moveAllUp('buyer'), seller: moveAllUp('seller') };

/**
 * Stores messages, each in a different locked conversation, and updates those conversations.
 * @returns the ids of the stored messages; a message whose sender has already used its `clientId` is skipped.
 */
export async function storeMessages(tx: Tx, all: Stored[]): Promise<Set<string>> {
  const rows = all.map(({ message, senderId }) => ({ ...message, senderId }));
  const inserting = insertAll(tx, asArrays(STORED_COLUMNS, rows));
  const moving = ROLES.map((role) => {
    const moves = all
      .filter(({ sender }) => sender === role)
      .map(({ message: { id: messageId, conversationId: id, seq, createdAt: at }, senderId }) => ({
        ...{ id, messageId, seq, senderId, at },
      }));
    return moves.length > 0 ? moveUp[role](tx, asArrays(MOVE, moves)) : null;
  });
  const [inserted] = await inOneRoundTrip([inserting, ...moving]);
  return new Set(inserted.map(({ id }) => id));
}
