import { and, count, desc, eq, lt, lte, or } from 'drizzle-orm';
import type { Conn } from '../db/database.ts';
import { forUpdate } from '../db/locked.ts';
import type { Tables } from '../db/tables.ts';
import { personColumns } from '../members/columns.ts';

export type VouchRow = Tables['vouches']['$inferSelect'];

/** A deal that was made, locked until the transaction ends. */
export const lockMadeDeal = ({ q, t: { deals: d } }: Conn, id: string) =>
  forUpdate(
    q
      .select({ buyerId: d.buyerId, sellerId: d.sellerId, madeAt: d.madeAt })
      .from(d)
      .where(and(eq(d.id, id), eq(d.state, 'made'))),
  );

export const vouchesOfDeal = ({ q, t: { vouches: v } }: Conn, dealId: string) =>
  q.select().from(v).where(eq(v.dealId, dealId));

export const insertVouch = ({ q, t: { vouches: v } }: Conn, row: VouchRow) =>
  q.insert(v).values(row).returning({ id: v.id });

export const updateVouch = ({ q, t: { vouches: v } }: Conn, id: string, changes: Partial<VouchRow>) =>
  q.update(v).set(changes).where(eq(v.id, id)).returning({ id: v.id });

/** A vouch that is public by now, locked until the transaction ends. */
export const lockReleased = ({ q, t: { vouches: v } }: Conn, id: string, now: Date) =>
  forUpdate(
    q
      .select()
      .from(v)
      .where(and(eq(v.id, id), lte(v.releasesAt, now))),
  );

/** A member's public vouches below the place `at`, `id`, latest release first. */
export const releasedBelow = (
  { q, t }: Conn,
  subjectId: string,
  { at, id, limit, now }: { at: Date; id: string; limit: number; now: Date },
) => {
  const { vouches: v, deals: d, users } = t;
  const isBelow = or(lt(v.releasesAt, at), and(eq(v.releasesAt, at), lt(v.id, id)));
  return q
    .select({ vouch: v, writer: personColumns(t), title: d.title, buyerId: d.buyerId })
    .from(v)
    .innerJoin(d, eq(d.id, v.dealId))
    .innerJoin(users, eq(users.id, v.writerId))
    .where(and(eq(v.subjectId, subjectId), lte(v.releasesAt, now), isBelow))
    .orderBy(desc(v.releasesAt), desc(v.id))
    .limit(limit);
};

export const countReleased = ({ q, t: { vouches: v } }: Conn, subjectId: string, now: Date) =>
  q
    .select({ count: count() })
    .from(v)
    .where(and(eq(v.subjectId, subjectId), lte(v.releasesAt, now)));

export const countDeals = ({ q, t: { deals: d } }: Conn, personId: string) =>
  q
    .select({ count: count() })
    .from(d)
    .where(and(eq(d.state, 'made'), or(eq(d.buyerId, personId), eq(d.sellerId, personId))));
