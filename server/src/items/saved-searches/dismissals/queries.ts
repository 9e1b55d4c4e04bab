import { and, count, desc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Conn } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';

/** What a dismissal is of. */
export type Dismissed = { listingId: string } | { sellerId: string };

const isOf = ({ dismissals: d }: Tables, of: Dismissed) =>
  'listingId' in of ? eq(d.listingId, of.listingId) : eq(d.sellerId, of.sellerId);

/** @returns no row when it is there already */
export function insertDismissal(
  { q, t: { dismissals: d } }: Conn,
  row: Tables['dismissals']['$inferInsert'],
) {
  return q.insert(d).values(row).onConflictDoNothing().returning({ id: d.id });
}

export function deleteDismissal({ q, t }: Conn, memberId: string, of: Dismissed) {
  const { dismissals: d } = t;
  return q
    .delete(d)
    .where(and(eq(d.memberId, memberId), isOf(t, of)))
    .returning({ id: d.id });
}

export function countDismissalsOf({ q, t: { dismissals: d } }: Conn, memberId: string) {
  return q.select({ count: count() }).from(d).where(eq(d.memberId, memberId));
}

export function findDismissal({ q, t }: Conn, memberId: string, of: Dismissed) {
  const { dismissals: d } = t;
  return q
    .select({ id: d.id })
    .from(d)
    .where(and(eq(d.memberId, memberId), isOf(t, of)));
}

/** Latest first. */
export function dismissalsOf({ q, t: { dismissals: d, listings: l, users: u } }: Conn, memberId: string) {
  return q
    .select({
      id: d.id,
      createdAt: d.createdAt,
      listing: { id: l.id, title: l.title, brand: l.brand },
      seller: { id: u.id, username: u.username },
    })
    .from(d)
    .leftJoin(l, eq(l.id, d.listingId))
    .leftJoin(u, eq(u.id, d.sellerId))
    .where(eq(d.memberId, memberId))
    .orderBy(desc(d.createdAt), desc(d.id));
}

/** The members who do not want to see this listing, or anything of its seller. */
export function membersWithout({ q, t: { dismissals: d } }: Conn, listingId: string, sellerId: string) {
  return q
    .select({ memberId: d.memberId })
    .from(d)
    .where(or(eq(d.listingId, listingId), eq(d.sellerId, sellerId)));
}

/** Leaves out of listings what a member has dismissed. */
export function withoutDismissed({ q, t: { dismissals: d } }: Conn, memberId: string) {
  const of = (column: typeof d.listingId) =>
    q
      .select({ id: column })
      .from(d)
      .where(and(eq(d.memberId, memberId), isNotNull(column)));
  return (l: Pick<Tables['listings'], 'id' | 'sellerId'>): SQL =>
    sql`(${l.id} not in (${of(d.listingId)}) and ${l.sellerId} not in (${of(d.sellerId)}))`;
}

/** Selects the ids of the listings that a member has dismissed, one by one or with their seller. */
export function idsDismissed({ q, t: { dismissals: d, listings: l } }: Conn, memberId: string): SQL {
  const own = eq(d.memberId, memberId);
  const one = q
    .select({ id: d.listingId })
    .from(d)
    .where(and(own, isNotNull(d.listingId)));
  const all = q
    .select({ id: l.id })
    .from(l)
    .innerJoin(d, and(own, eq(d.sellerId, l.sellerId)));
  return sql`${one.getSQL()} union ${all.getSQL()}`;
}

export function deleteDismissalsOf({ q, t: { dismissals: d } }: Conn, memberId: string) {
  return q
    .delete(d)
    .where(or(eq(d.memberId, memberId), eq(d.sellerId, memberId)))
    .returning({ id: d.id });
}
