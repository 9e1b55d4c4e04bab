import { and, asc, countDistinct, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import { DELETED_NAME, isPublic, memberColumns } from '../../members/public.ts';

import type { Conn } from '../../platform/db/database.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type VouchRow = Tables['vouches']['$inferSelect'];

export function lockMadeDeal({ q, t: { deals: d } }: Conn, id: string) {
  return forUpdate(
    q
      .select({ buyerId: d.buyerId, sellerId: d.sellerId, madeAt: d.madeAt })
      .from(d)
      .where(and(eq(d.id, id), eq(d.state, 'made'))),
  );
}

/** Locks the deals that two members have made, in the order of their ids. */
export function lockMadeDealsBetween({ q, t: { deals: d } }: Conn, one: string, other: string) {
  const are = (buyerId: string, sellerId: string) => and(eq(d.buyerId, buyerId), eq(d.sellerId, sellerId));
  return forUpdate(
    q
      .select({ id: d.id })
      .from(d)
      .where(and(or(are(one, other), are(other, one)), eq(d.state, 'made')))
      .orderBy(asc(d.id)),
  );
}

/** Locks the vouches of two members about each other, in the order of their ids. */
export function lockVouchesBetween({ q, t: { vouches: v } }: Conn, one: string, other: string) {
  const are = (writerId: string, subjectId: string) =>
    and(eq(v.writerId, writerId), eq(v.subjectId, subjectId));
  return forUpdate(
    q
      .select({ id: v.id })
      .from(v)
      .where(or(are(one, other), are(other, one)))
      .orderBy(asc(v.id)),
  );
}

export function vouchesOfDeal({ q, t: { vouches: v } }: Conn, dealId: string) {
  return q.select().from(v).where(eq(v.dealId, dealId));
}

export function insertVouch({ q, t: { vouches: v } }: Conn, row: VouchRow) {
  return q.insert(v).values(row).returning({ id: v.id });
}

export function updateVouch({ q, t: { vouches: v } }: Conn, id: string, changes: Partial<VouchRow>) {
  return q.update(v).set(changes).where(eq(v.id, id)).returning({ id: v.id });
}

export function lockReleased({ q, t }: Conn, id: string, now: Date) {
  return forUpdate(
    q
      .select()
      .from(t.vouches)
      .where(and(eq(t.vouches.id, id), isPublic(t, now))),
  );
}

/** Vouches that have become public, and whose subject was not notified yet. */
export function unannounced({ q, t }: Conn, now: Date, limit: number) {
  return q
    .select({ id: t.vouches.id })
    .from(t.vouches)
    .where(and(isNull(t.vouches.announcedAt), lte(t.vouches.releasesAt, now)))
    .orderBy(asc(t.vouches.releasesAt), asc(t.vouches.id))
    .limit(limit);
}

/** @returns no row if another process has announced it */
export function claimAnnouncement({ q, t: { vouches: v } }: Conn, id: string, now: Date) {
  return q
    .update(v)
    .set({ announcedAt: now })
    .where(and(eq(v.id, id), isNull(v.announcedAt), lte(v.releasesAt, now)))
    .returning({ id: v.id, writerId: v.writerId, subjectId: v.subjectId, removedAt: v.removedAt });
}

export function findAbout({ q, t }: Conn, id: string) {
  return q
    .select({ subject: memberColumns(t) })
    .from(t.vouches)
    .innerJoin(t.users, eq(t.users.id, t.vouches.subjectId))
    .where(eq(t.vouches.id, id));
}

const selectReleased = ({ q, t }: Conn) =>
  q
    .select({
      vouch: t.vouches,
      writer: memberColumns(t),
      writerSince: t.users.createdAt,
      title: t.deals.title,
      buyerId: t.deals.buyerId,
    })
    .from(t.vouches)
    .innerJoin(t.deals, eq(t.deals.id, t.vouches.dealId))
    .innerJoin(t.users, eq(t.users.id, t.vouches.writerId));
export type ReleasedRow = Awaited<ReturnType<typeof selectReleased>>[number];

export function releasedBelow(
  conn: Conn,
  subjectId: string,
  { at, id, limit, now }: { at: Date; id: string; limit: number; now: Date },
) {
  const { vouches: v } = conn.t;
  const isBelow = or(lt(v.releasesAt, at), and(eq(v.releasesAt, at), lt(v.id, id)));
  return selectReleased(conn)
    .where(and(eq(v.subjectId, subjectId), isPublic(conn.t, now), isBelow))
    .orderBy(desc(v.releasesAt), desc(v.id))
    .limit(limit);
}

export function writtenAbove(
  { q, t: { vouches: v } }: Conn,
  { writerId, above, limit }: { writerId: string; above: string; limit: number },
) {
  return q
    .select()
    .from(v)
    .where(and(eq(v.writerId, writerId), gt(v.id, above)))
    .orderBy(asc(v.id))
    .limit(limit);
}

export function eraseAnswersOf({ q, t: { vouches: v } }: Conn, subjectId: string) {
  return q
    .update(v)
    .set({ answer: null, answeredAt: null })
    .where(and(eq(v.subjectId, subjectId), isNotNull(v.answer)))
    .returning({ id: v.id });
}

/** Deletes a member's deals with deleted members, and the vouches about them: nobody sees those any more. */
export async function deleteBetweenDeleted({ q, t }: Conn, memberId: string): Promise<void> {
  const { deals: d, users, vouches: v } = t;
  const deleted = q.select({ id: users.id }).from(users).where(eq(users.username, DELETED_NAME));
  const isOver = or(
    and(eq(d.buyerId, memberId), inArray(d.sellerId, deleted)),
    and(eq(d.sellerId, memberId), inArray(d.buyerId, deleted)),
  );
  const over = q.select({ id: d.id }).from(d).where(isOver);
  await q.delete(v).where(inArray(v.dealId, over)).returning({ id: v.id });
  await q.delete(d).where(isOver).returning({ id: d.id });
}

/** By how many different members the public vouches about a member are. */
export function countWriters({ q, t }: Conn, subjectId: string, now: Date) {
  return q
    .select({ count: countDistinct(t.vouches.writerId) })
    .from(t.vouches)
    .where(and(eq(t.vouches.subjectId, subjectId), isPublic(t, now)));
}
