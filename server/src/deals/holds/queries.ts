import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import { areSeparated, memberColumns } from '../../members/public.ts';

import type { Conn } from '../../platform/db/database.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { isParty } from '../../platform/db/seen.ts';
import type { Tables } from '../../platform/db/tables.ts';

const listingWithHold = ({ q, t: { listings: l } }: Conn) =>
  q
    .select({
      sellerId: l.sellerId,
      priceCents: l.priceCents,
      isSold: l.isSold,
      removedAt: l.removedAt,
      holdConversationId: l.holdConversationId,
      holdUntil: l.holdUntil,
    })
    .from(l)
    .where(eq(l.id, sql.placeholder('id')));

export const findListingWithHold = prepared('listing_with_hold', listingWithHold);

export const lockListingWithHold = prepared('lock_listing_with_hold', (conn: Conn) =>
  forUpdate(listingWithHold(conn)),
);
export type ListingWithHold = Awaited<ReturnType<typeof lockListingWithHold>>[number];

export function setHold(
  { q, t: { listings: l } }: Conn,
  id: string,
  hold: { holdConversationId: string; holdUntil: Date } | { holdConversationId: null; holdUntil: null },
) {
  return q.update(l).set(hold).where(eq(l.id, id)).returning({ id: l.id });
}

export function endedHolds({ q, t: { listings: l } }: Conn, now: Date, limit: number) {
  return q
    .select({ id: l.id, conversationId: l.holdConversationId, until: l.holdUntil })
    .from(l)
    .where(and(isNotNull(l.holdUntil), lte(l.holdUntil, now)))
    .orderBy(asc(l.holdUntil))
    .limit(limit);
}

/** Listings on hold between members of whom one has blocked the other or is suspended. */
export function separatedHolds({ q, t }: Conn, limit: number) {
  const { listings: l, conversations: c } = t;
  return q
    .select({ id: l.id, conversationId: l.holdConversationId, until: l.holdUntil })
    .from(l)
    .innerJoin(c, eq(c.id, l.holdConversationId))
    .where(and(isNotNull(l.holdUntil), areSeparated(t, c.buyerId, c.sellerId)))
    .limit(limit);
}

export function listingsOnHoldOf(
  { q, t: { listings: l, conversations: c } }: Conn,
  memberId: string,
  otherId?: string,
) {
  return q
    .select({ id: l.id, conversationId: c.id })
    .from(l)
    .innerJoin(c, eq(c.id, l.holdConversationId))
    .where(and(isParty(c, memberId), otherId ? isParty(c, otherId) : undefined))
    .orderBy(asc(l.id));
}

export function listingsOnHold({ q, t: { listings: l } }: Conn, limit: number) {
  return q.select({ id: l.id }).from(l).where(isNotNull(l.holdUntil)).limit(limit);
}

export function findHolder({ q, t: { listings: l, conversations: c } }: Conn, listingId: string) {
  return q
    .select({ holderId: c.buyerId })
    .from(l)
    .innerJoin(c, eq(c.id, l.holdConversationId))
    .where(eq(l.id, listingId));
}

export function insertPlace({ q, t: { linePlaces: p } }: Conn, row: Tables['linePlaces']['$inferInsert']) {
  return q.insert(p).values(row).onConflictDoNothing().returning({ id: p.id });
}

export function deletePlace({ q, t: { linePlaces: p } }: Conn, listingId: string, memberId: string) {
  return q
    .delete(p)
    .where(and(eq(p.listingId, listingId), eq(p.memberId, memberId)))
    .returning({ id: p.id });
}

export function deletePlacesOf({ q, t: { linePlaces: p } }: Conn, memberId: string) {
  return q.delete(p).where(eq(p.memberId, memberId)).returning({ listingId: p.listingId });
}

/** Deletes the places of two members in the lines of each other's listings. */
export function deletePlacesBetween(
  { q, t: { linePlaces: p, listings: l } }: Conn,
  one: string,
  other: string,
) {
  const listingsOf = (id: string) => q.select({ id: l.id }).from(l).where(eq(l.sellerId, id));
  const isIn = (memberId: string, sellerId: string) =>
    and(eq(p.memberId, memberId), inArray(p.listingId, listingsOf(sellerId)));
  return q
    .delete(p)
    .where(or(isIn(one, other), isIn(other, one)))
    .returning({ listingId: p.listingId });
}

/** Deletes the places of members who are suspended, or have blocked the seller or are blocked by them. */
export function deleteSeparatedPlaces({ q, t }: Conn) {
  const { linePlaces: p, listings: l } = t;
  const separated = q
    .select({ id: p.id })
    .from(p)
    .innerJoin(l, eq(l.id, p.listingId))
    .where(areSeparated(t, p.memberId, l.sellerId));
  return q.delete(p).where(inArray(p.id, separated)).returning({ listingId: p.listingId });
}

export function deleteLine({ q, t: { linePlaces: p } }: Conn, listingId: string) {
  return q.delete(p).where(eq(p.listingId, listingId)).returning({ id: p.id, memberId: p.memberId });
}

/** The line of a listing in order, with each member's conversation about it, which the seller sees once it has messages. */
export function lineOf({ q, t }: Conn, listingId: string) {
  const { linePlaces: p, users, conversations: c } = t;
  return q
    .select({ person: memberColumns(t), conversationId: c.id })
    .from(p)
    .innerJoin(users, eq(users.id, p.memberId))
    .leftJoin(c, and(eq(c.listingId, p.listingId), eq(c.buyerId, p.memberId), gt(c.lastSeq, 0)))
    .where(eq(p.listingId, listingId))
    .orderBy(asc(p.id));
}

export function holdsFor({ q, t: { listings: l, conversations: c } }: Conn, memberId: string) {
  return q
    .select({ listingId: l.id, title: l.title, conversationId: c.id, until: l.holdUntil })
    .from(l)
    .innerJoin(c, eq(c.id, l.holdConversationId))
    .where(and(isNotNull(l.holdUntil), eq(c.buyerId, memberId)))
    .orderBy(asc(l.id));
}

export function placesOf({ q, t: { linePlaces: p, listings: l } }: Conn, memberId: string) {
  return q
    .select({ listingId: l.id, title: l.title, joinedAt: p.joinedAt })
    .from(p)
    .innerJoin(l, eq(l.id, p.listingId))
    .where(eq(p.memberId, memberId))
    .orderBy(asc(p.id));
}
