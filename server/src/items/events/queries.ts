import { and, desc, eq, gte } from 'drizzle-orm';
import type { Conn } from '../../platform/db/database.ts';
import { isSeenBy } from '../../platform/db/seen.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type EventRow = Tables['itemEvents']['$inferSelect'];

export function insertEvents({ q, t }: Conn, rows: Tables['itemEvents']['$inferInsert'][]) {
  return q.insert(t.itemEvents).values(rows).returning({ id: t.itemEvents.id });
}

/** The item of a conversation, and when the conversation began, if the member sees it. */
export function findSubject({ q, t: { conversations: c } }: Conn, id: string, memberId: string) {
  return q
    .select({
      listingId: c.listingId,
      wantedId: c.wantedId,
      createdAt: c.createdAt,
    })
    .from(c)
    .where(and(eq(c.id, id), isSeenBy(c, memberId)));
}
type Subject = Awaited<ReturnType<typeof findSubject>>[number];

/** The newest `limit` events of a conversation's item since the conversation started, newest first. */
export function newestEvents({ q, t: { itemEvents: e } }: Conn, subject: Subject, limit: number) {
  return q
    .select()
    .from(e)
    .where(
      and(
        subject.listingId === null
          ? eq(e.wantedId, subject.wantedId ?? '')
          : eq(e.listingId, subject.listingId),
        gte(e.at, subject.createdAt),
      ),
    )
    .orderBy(desc(e.at), desc(e.id))
    .limit(limit);
}

/** Deletes the event that an item was removed. */
export function deleteRemovals(
  { q, t: { itemEvents: e } }: Conn,
  item: { listingId: string } | { wantedId: string },
) {
  return q
    .delete(e)
    .where(
      and(
        'listingId' in item ? eq(e.listingId, item.listingId) : eq(e.wantedId, item.wantedId),
        eq(e.kind, 'removed'),
      ),
    )
    .returning({ id: e.id });
}
