import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import type { Role } from '../db/inbox-parts.ts';
import { forUpdate } from '../db/locked.ts';
import { isOpenTo, isParty } from '../db/seen.ts';
import { DELETED_NAME } from '../members/deleted.ts';
import { personIs } from './inbox-queries.ts';
import { conversationsWhole } from './queries.ts';

/** Somebody's conversations in one role, above an id and in order of id, which new messages do not change. */
export const conversationsAbove = (
  conn: Conn,
  role: Role,
  { personId, above, limit }: { personId: string; above: string; limit: number },
) => {
  const { conversations: c } = conn.t;
  return conversationsWhole(conn)
    .where(and(personIs(c, role, personId), isOpenTo(c, personId), gt(c.id, above)))
    .orderBy(c.id)
    .limit(limit);
};

/** Locks all conversations of a person until the transaction ends; always in the same order, against deadlocks. */
export const holdAllOf = ({ q, t }: Conn, personId: string) =>
  forUpdate(
    q
      .select({ id: t.conversations.id })
      .from(t.conversations)
      .where(isParty(t.conversations, personId))
      .orderBy(t.conversations.id),
  );

/** Conversations that nobody needs once this person is gone: without a message, or the other person is gone already. */
export const findNeedless = ({ q, t }: Conn, personId: string) => {
  const { conversations: c, users: other } = t;
  const isOther = sql`${other.id} = case when ${c.buyerId} = ${personId} then ${c.sellerId} else ${c.buyerId} end`;
  return q
    .select({ id: c.id })
    .from(c)
    .innerJoin(other, isOther)
    .where(and(isParty(t.conversations, personId), or(eq(c.lastSeq, 0), eq(other.username, DELETED_NAME))));
};

export const deleteMessages = ({ q, t: { messages: m } }: Conn, conversationId: string) =>
  q.delete(m).where(eq(m.conversationId, conversationId)).returning({ id: m.id });
