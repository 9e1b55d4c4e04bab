import { aliasedTable, and, asc, desc, eq, gt, isNull, lt, lte, ne, not, or, type SQL } from 'drizzle-orm';
import { areBlocked, areSeparated, DELETED_NAME, memberColumns } from '../../members/public.ts';

import type { Conn } from '../../platform/db/database.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type DealRow = Tables['deals']['$inferSelect'];

export function findDeal({ q, t: { deals: d } }: Conn, id: string) {
  return q.select().from(d).where(eq(d.id, id));
}

export function dealOfListing({ q, t: { deals: d } }: Conn, listingId: string) {
  return q.select().from(d).where(eq(d.listingId, listingId));
}

export function dealOfWanted({ q, t: { deals: d } }: Conn, wantedId: string) {
  return q.select().from(d).where(eq(d.wantedId, wantedId));
}

export function insertDeal({ q, t: { deals: d } }: Conn, row: DealRow) {
  return q.insert(d).values(row).returning({ id: d.id });
}

export function makeDeal({ q, t: { deals: d } }: Conn, id: string, madeAt: Date) {
  return q
    .update(d)
    .set({ state: 'made', madeAt })
    .where(and(eq(d.id, id), eq(d.state, 'proposed')))
    .returning({ id: d.id });
}

export function deleteProposed({ q, t: { deals: d } }: Conn, id: string) {
  return q
    .delete(d)
    .where(and(eq(d.id, id), eq(d.state, 'proposed')))
    .returning({ id: d.id });
}

/** Detaches the message that proposes a deal, before the deal is deleted. @returns the message */
export function detachMessage({ q, t: { messages: m } }: Conn, dealId: string) {
  return q
    .update(m)
    .set({ dealId: null })
    .where(eq(m.dealId, dealId))
    .returning({ id: m.id, conversationId: m.conversationId });
}

export function proposedOfMessage({ q, t: { messages: m, deals: d } }: Conn, messageId: string) {
  return q
    .select({ id: d.id })
    .from(m)
    .innerJoin(d, eq(d.id, m.dealId))
    .where(and(eq(m.id, messageId), eq(d.state, 'proposed')));
}

export function messageOf({ q, t: { messages: m } }: Conn, dealId: string) {
  return q.select({ id: m.id, conversationId: m.conversationId }).from(m).where(eq(m.dealId, dealId));
}

export function proposedBefore({ q, t: { deals: d } }: Conn, at: Date, limit: number) {
  return q
    .select()
    .from(d)
    .where(and(eq(d.state, 'proposed'), lte(d.proposedAt, at)))
    .orderBy(asc(d.proposedAt))
    .limit(limit);
}

export function separatedDeals({ q, t }: Conn, limit: number) {
  const { deals: d } = t;
  return q
    .select({ id: d.id })
    .from(d)
    .where(and(eq(d.state, 'proposed'), areSeparated(t, d.buyerId, d.sellerId)))
    .limit(limit);
}

export function proposedOf({ q, t: { deals: d } }: Conn, memberId: string, otherId?: string) {
  const isOf = (id: string) => or(eq(d.buyerId, id), eq(d.sellerId, id));
  return q
    .select()
    .from(d)
    .where(and(eq(d.state, 'proposed'), isOf(memberId), otherId ? isOf(otherId) : undefined))
    .orderBy(asc(d.id));
}

/** A member's deals with both members and the member's own vouch. */
function selectMade({ q, t }: Conn, memberId: string, more: SQL | undefined) {
  const d = t.deals;
  const buyer = aliasedTable(t.users, 'buyer');
  const seller = aliasedTable(t.users, 'seller');
  return q
    .select({
      deal: d,
      buyer: memberColumns({ users: buyer }),
      seller: memberColumns({ users: seller }),
      vouch: t.vouches,
    })
    .from(d)
    .leftJoin(t.vouches, and(eq(t.vouches.dealId, d.id), eq(t.vouches.writerId, memberId)))
    .innerJoin(buyer, eq(buyer.id, d.buyerId))
    .innerJoin(seller, eq(seller.id, d.sellerId))
    .where(and(eq(d.state, 'made'), or(eq(d.buyerId, memberId), eq(d.sellerId, memberId)), more));
}

/** A member's deals below the place `at`, `id`, latest first. */
export function madeBelow(
  conn: Conn,
  memberId: string,
  { at, id, limit }: { at: Date; id: string; limit: number },
) {
  const d = conn.t.deals;
  const isBelow = or(lt(d.madeAt, at), and(eq(d.madeAt, at), lt(d.id, id)));
  return selectMade(conn, memberId, isBelow).orderBy(desc(d.madeAt), desc(d.id)).limit(limit);
}

export function findMade(conn: Conn, memberId: string, id: string) {
  return selectMade(conn, memberId, eq(conn.t.deals.id, id));
}

export function findOwnerOfListing({ q, t: { listings: l } }: Conn, id: string) {
  return q
    .select({ ownerId: l.sellerId })
    .from(l)
    .where(and(eq(l.id, id), isNull(l.removedAt)));
}

export function findOwnerOfWanted({ q, t: { wanted: w } }: Conn, id: string) {
  return q
    .select({ ownerId: w.buyerId })
    .from(w)
    .where(and(eq(w.id, id), isNull(w.removedAt)));
}

/** The members whom the owner of an item can name: with a message about it, not blocked or deleted; latest first. */
export function interestedIn(
  { q, t }: Conn,
  { listingId, wantedId }: Pick<DealRow, 'listingId' | 'wantedId'>,
  ownerId: string,
  limit: number,
) {
  const { conversations: c, users } = t;
  const isOther = or(
    and(eq(c.buyerId, ownerId), eq(users.id, c.sellerId)),
    and(eq(c.sellerId, ownerId), eq(users.id, c.buyerId)),
  );
  return q
    .select({ person: memberColumns(t), conversationId: c.id })
    .from(c)
    .innerJoin(users, isOther)
    .where(
      and(
        listingId === null ? eq(c.wantedId, wantedId ?? '') : eq(c.listingId, listingId),
        gt(c.lastSeq, 0),
        ne(users.username, DELETED_NAME),
        not(areBlocked(t, c.buyerId, c.sellerId)),
      ),
    )
    .orderBy(desc(c.lastMessageAt), desc(c.id))
    .limit(limit);
}

export function lockSoldListing({ q, t: { listings: l } }: Conn, id: string) {
  return forUpdate(
    q
      .select({
        ownerId: l.sellerId,
        title: l.title,
        photos: l.photos,
        closedAt: l.soldAt,
        removedAt: l.removedAt,
      })
      .from(l)
      .where(eq(l.id, id)),
  );
}

export function lockSoldWanted({ q, t: { wanted: w } }: Conn, id: string) {
  return forUpdate(
    q
      .select({
        ownerId: w.buyerId,
        title: w.title,
        isFulfilled: w.isFulfilled,
        removedAt: w.removedAt,
      })
      .from(w)
      .where(eq(w.id, id)),
  );
}
