import { and, desc, eq, gt, gte, or } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

export type EventRow = Tables['itemEvents']['$inferSelect'];

export const insertEvents = ({ q, t }: Conn, rows: Tables['itemEvents']['$inferInsert'][]) =>
  q.insert(t.itemEvents).values(rows).returning({ id: t.itemEvents.id });

/** A conversation for one of its two people; before its first message for its creator alone. */
export const findTalk = ({ q, t: { conversations: c } }: Conn, id: string, personId: string) =>
  q
    .select({
      listingId: c.listingId,
      wantedId: c.wantedId,
      createdAt: c.createdAt,
    })
    .from(c)
    .where(
      and(
        eq(c.id, id),
        or(eq(c.buyerId, personId), eq(c.sellerId, personId)),
        or(gt(c.lastSeq, 0), eq(c.creatorId, personId)),
      ),
    );
export type Talk = Awaited<ReturnType<typeof findTalk>>[number];

/** The newest `limit` events of what a conversation is about since it began, newest first. */
export const newestEvents = ({ q, t: { itemEvents: e } }: Conn, talk: Talk, limit: number) =>
  q
    .select()
    .from(e)
    .where(
      and(
        talk.listingId === null ? eq(e.wantedId, talk.wantedId ?? '') : eq(e.listingId, talk.listingId),
        gte(e.at, talk.createdAt),
      ),
    )
    .orderBy(desc(e.at), desc(e.id))
    .limit(limit);
