import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { held } from '../db/held.ts';
import type { Role } from '../db/inbox-parts.ts';
import type { Tables } from '../db/tables.ts';
import { DELETED_NAME } from '../users/deleted.ts';
import { isSeenBy, personIs } from './inbox-queries.ts';
import { conversationsWhole } from './queries.ts';

/** Conversations of somebody in one of their two roles, above an id: a new message moves none of them in this order. */
export const conversationsAbove = (
  conn: Conn,
  role: Role,
  { personId, above, limit }: { personId: string; above: string; limit: number },
) => {
  const { conversations: c } = conn.t;
  return conversationsWhole(conn)
    .where(and(personIs(c, role, personId), isSeenBy(c, personId), gt(c.id, above)))
    .orderBy(c.id)
    .limit(limit);
};

const isTheirs = ({ conversations: c }: Tables, personId: string) =>
  or(eq(c.buyerId, personId), eq(c.sellerId, personId));

/** Holds all conversations of a person until the transaction ends; in one order, so that two wait in no circle. */
export const holdAllOf = ({ q, t }: Conn, personId: string) =>
  held(
    q
      .select({ id: t.conversations.id })
      .from(t.conversations)
      .where(isTheirs(t, personId))
      .orderBy(t.conversations.id),
  );

/** Conversations of a person that nobody needs once they are gone: nothing was said, or the other has gone before. */
export const findNeedless = ({ q, t }: Conn, personId: string) => {
  const { conversations: c, users: other } = t;
  const isOther = sql`${other.id} = case when ${c.buyerId} = ${personId} then ${c.sellerId} else ${c.buyerId} end`;
  return q
    .select({ id: c.id })
    .from(c)
    .innerJoin(other, isOther)
    .where(and(isTheirs(t, personId), or(eq(c.lastSeq, 0), eq(other.username, DELETED_NAME))));
};

export const deleteMessages = ({ q, t: { messages: m } }: Conn, conversationId: string) =>
  q.delete(m).where(eq(m.conversationId, conversationId)).returning({ id: m.id });
