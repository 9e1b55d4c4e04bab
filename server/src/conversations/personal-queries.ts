import { and, eq, gt, or, sql } from 'drizzle-orm';
import { DELETED_NAME } from '../members/public.ts';
import type { Conn } from '../platform/db/database.ts';
import type { Role } from '../platform/db/inbox-parts.ts';
import { isOpenTo, isParty } from '../platform/db/seen.ts';
import { hasRole } from './inbox-queries.ts';
import { conversationsWithDetails } from './queries.ts';

/** A member's conversations in one role above an id, ordered by id, which is stable when messages arrive. */
export function conversationsAbove(
  conn: Conn,
  role: Role,
  { memberId, above, limit }: { memberId: string; above: string; limit: number },
) {
  const { conversations: c } = conn.t;
  return conversationsWithDetails(conn)
    .where(and(hasRole(c, role, memberId), isOpenTo(c, memberId), gt(c.id, above)))
    .orderBy(c.id)
    .limit(limit);
}

/** Conversations without messages, or whose other participant has deleted their account. */
export function findDisposable({ q, t }: Conn, memberId: string) {
  const { conversations: c, users: other } = t;
  const isOther = sql`${other.id} = case when ${c.buyerId} = ${memberId} then ${c.sellerId} else ${c.buyerId} end`;
  return q
    .select({ id: c.id })
    .from(c)
    .innerJoin(other, isOther)
    .where(and(isParty(t.conversations, memberId), or(eq(c.lastSeq, 0), eq(other.username, DELETED_NAME))));
}

export function deleteMessages({ q, t: { messages: m } }: Conn, conversationId: string) {
  return q.delete(m).where(eq(m.conversationId, conversationId)).returning({ id: m.id });
}
