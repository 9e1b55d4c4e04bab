import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import type { Role } from '../../platform/db/inbox-parts.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { isStatement } from '../queries.ts';

const value = (name: string) => sql.placeholder(name);

const threadsAs = (role: Role) =>
  prepared(`threads_to_search_${role}`, ({ q, t: { conversations: c, messages: m } }: Conn) =>
    q
      .select({ id: c.id, lastSeq: c.lastSeq, newestId: m.id })
      .from(c)
      .innerJoin(m, and(eq(m.conversationId, c.id), eq(m.seq, c.lastSeq)))
      .where(and(eq(role === 'buyer' ? c.buyerId : c.sellerId, value('memberId')), gt(c.id, value('above'))))
      .orderBy(asc(c.id))
      .limit(value('limit')),
  );

/** The first conversations with messages above an id, ordered by id, each with the id of its newest message. */
export const threadsOf = { buyer: threadsAs('buyer'), seller: threadsAs('seller') };
export type ThreadRow = Awaited<ReturnType<typeof threadsOf.buyer>>[number];

export const searchedBefore = prepared('searched_before', ({ q, t: { messages: m } }: Conn) =>
  q
    .select({
      id: m.id,
      seq: m.seq,
      content: m.content,
      messageType: m.messageType,
      removedAt: m.removedAt,
    })
    .from(m)
    .where(and(eq(m.conversationId, value('id')), lt(m.seq, value('before'))))
    .orderBy(desc(m.seq))
    .limit(value('limit')),
);
export type SearchedRow = Awaited<ReturnType<typeof searchedBefore>>[number];

export function findPlaces({ q, t }: Conn, ids: string[]) {
  const { messages: m } = t;
  return q
    .select({
      id: m.id,
      seq: m.seq,
      senderId: m.senderId,
      conversationId: m.conversationId,
      isStatement: isStatement(t),
      createdAt: m.createdAt,
    })
    .from(m)
    .where(inArray(m.id, ids));
}
