import { and, eq, getTableColumns, lte, notExists, type SQL, sql } from 'drizzle-orm';
import { areBlocked, DELETED_NAME } from '../../members/public.ts';

import { asArrays, boundRows } from '../../platform/db/bound-rows.ts';
import type { Conn } from '../../platform/db/database.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { isSeenBy } from '../../platform/db/seen.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { type ConversationRow, conversationsWithDetails } from '../queries.ts';
import { movedUp, STORED_COLUMNS } from '../send-queries.ts';

/** The columns that are bound; the statement adds `seq`. */
const BOUND_COLUMNS = STORED_COLUMNS.filter((name) => name !== 'seq');
const BOUND = [...BOUND_COLUMNS, 'place', 'total'] as const;

/** A message to be stored. All messages of a conversation have the same sender and time, and ascending ids. */
export type BoundMessage = Pick<Tables['messages']['$inferInsert'], (typeof BOUND_COLUMNS)[number]> & {
  /** Its place among the `total` messages of its conversation, from 1. */
  place: number;
  total: number;
};

/** Text of this file, such as names that the statement defines; never a value. */
const { raw } = sql;

/** Locks the conversations, skipping those that others have locked. It never waits. */
const lockedConversations = ({ q, t: { conversations: c } }: Conn): SQL =>
  forUpdate(
    q
      .select({ id: c.id, version: sql`${c}.ctid`.as('version') })
      .from(c)
      .where(sql`${c.id} = any(array(select bound."conversationId" from bound))`),
    { skipLocked: true },
  ).getSQL();

// Conversations that `refusalOf` does not refuse, with no message stored before, and with time and id above
// the last message's.
function acceptedConversations({ q, t }: Conn): SQL {
  const { conversations: c, messages: m, users: u, webhooks: w } = t;
  const one = { one: sql`1` };
  const last = and(eq(m.conversationId, c.id), eq(m.seq, c.lastSeq), sql`${m.id} >= bound.id`);
  const deleted = and(
    sql`${u.id} in (${c.buyerId}, ${c.sellerId})`,
    eq(u.username, raw(`'${DELETED_NAME}'`)),
  );
  const isAccepted = and(
    raw('bound.place = 1'),
    isSeenBy(c, raw('bound."senderId"')),
    lte(c.lastMessageAt, raw('bound."createdAt"')),
    sql`not ${areBlocked(t, c.buyerId, c.sellerId)}`,
    notExists(q.select(one).from(u).where(deleted)),
    // Those are sent singly, with the event that their webhooks follow.
    notExists(q.select(one).from(w).where(sql`${w.ownerId} in (${c.buyerId}, ${c.sellerId})`)),
    notExists(q.select(one).from(m).where(last)),
    // An array is read once; a subquery would be joined with every conversation.
    sql`${c.id} <> all(array(select repeated.id from repeated))`,
  );
  // The row's version differs if it was changed between this statement's snapshot and the lock.
  return sql`select ${c.id} as id, ${c.lastSeq} as before, ${c.lastSeq} + bound.total as seq,
      bound."senderId" as sender_id, bound."createdAt" as at
    from bound join locked on locked.id = bound."conversationId"
      join ${c} on ${c.id} = locked.id and ${c}.ctid = locked.version
    where ${isAccepted}`;
}

/** `movedUp` of accepted conversations, whichever participant is the sender. */
function moveUp({ q, t: { conversations: c } }: Conn): SQL {
  const bound = { seq: raw('accepted.seq'), senderId: raw('accepted.sender_id'), at: raw('accepted.at') };
  const columns = getTableColumns(c);
  type Moved = Partial<Record<string, SQL | null>>;
  const [asBuyer, asSeller]: [Moved, Moved] = [movedUp(c, 'buyer', bound), movedUp(c, 'seller', bound)];
  const valueFor = (name: keyof typeof columns) => {
    const [buyers, sellers] = [asBuyer, asSeller].map((moved) =>
      name in moved ? moved[name] : sql`${columns[name]}`,
    );
    return buyers === sellers
      ? buyers
      : sql`case when ${c.buyerId} = ${bound.senderId} then ${buyers} else ${sellers} end`;
  };
  const names = Object.keys({ ...asBuyer, ...asSeller }) as (keyof typeof columns)[];
  return q
    .update(c)
    .set(Object.fromEntries(names.map((name) => [name, valueFor(name)])))
    .from(raw('accepted'))
    .where(eq(c.id, raw('accepted.id')))
    .getSQL();
}

/** Inserts the messages of accepted conversations. A client id stored by another transaction meanwhile is an error. */
function insertAccepted({ t: { messages: m } }: Conn): SQL {
  const columns = STORED_COLUMNS.map((name) => sql.identifier(m[name].name));
  const values = STORED_COLUMNS.map((name) =>
    name === 'seq' ? raw('accepted.before + bound.place') : sql`bound.${sql.identifier(name)}`,
  );
  return sql`insert into ${m} (${sql.join(columns, sql`, `)}) select ${sql.join(values, sql`, `)}
    from bound join accepted on accepted.id = bound."conversationId"`;
}

/** Stores messages. @returns their conversations as they were before; the messages of all others are not stored. */
const storeAccepted = prepared('store_messages', (conn: Conn) => {
  const { q, t } = conn;
  const { messages: m } = t;
  const types = Object.fromEntries(BOUND_COLUMNS.map((name) => [name, m[name]])) as Pick<
    typeof m,
    (typeof BOUND_COLUMNS)[number]
  >;
  const { rows } = boundRows({ ...types, place: m.seq, total: m.seq });
  const repeated = sql`select bound."conversationId" as id from bound
    join ${m} on ${m.conversationId} = bound."conversationId" and ${m.clientId} = bound."clientId"
      and ${m.senderId} = bound."senderId"`;
  const steps = {
    bound: sql`select * from ${rows}`,
    locked: lockedConversations(conn),
    repeated,
    accepted: acceptedConversations(conn),
    inserted: insertAccepted(conn),
    moved: moveUp(conn),
  };
  const withSteps = q.with(...Object.entries(steps).map(([name, step]) => q.$with(name, {}).as(step)));
  return conversationsWithDetails({ ...conn, q: { ...q, select: withSteps.select } }).innerJoin(
    raw('accepted'),
    eq(t.conversations.id, raw('accepted.id')),
  );
});

/**
 * Stores messages in one statement, which never waits for a lock: all messages of a conversation, or none.
 * @returns the conversations whose messages were stored, by id, as they were before
 */
export async function storeMessages(conn: Conn, all: BoundMessage[]): Promise<Map<string, ConversationRow>> {
  const rows = await storeAccepted(conn, asArrays(BOUND, all));
  return new Map(rows.map((row) => [row.conversation.id, row]));
}
