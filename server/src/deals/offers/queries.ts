import type { OfferState } from '@selvedge/shared/deals/offers';
import { and, asc, count, desc, eq, getTableColumns, gt, lte, ne, type Placeholder, sql } from 'drizzle-orm';
import { areSeparated } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import { prepared, preparedWrite } from '../../platform/db/prepared.ts';
import { isParty } from '../../platform/db/seen.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type OfferRow = Tables['offers']['$inferSelect'];

export function findOffer({ q, t: { offers: o } }: Conn, id: string) {
  return q.select().from(o).where(eq(o.id, id));
}

const value = (name: string) => sql.placeholder(name);

/** The newest offer of a conversation, with the number of offers there since an instant. */
export const latestOfferIn = prepared('latest_offer', ({ q, t: { offers: o } }: Conn) => {
  const isIn = eq(o.conversationId, value('conversationId'));
  const isRecent = gt(o.createdAt, sql.param(value('since'), o.createdAt));
  const recent = q.select({ count: count() }).from(o).where(and(isIn, isRecent));
  return q
    .select({ offer: getTableColumns(o), countSince: sql`(${recent})`.mapWith(Number) })
    .from(o)
    .where(isIn)
    .orderBy(desc(o.createdAt), desc(o.id))
    .limit(1);
});

export const insertOffer = preparedWrite('insert_offer', ({ q, t: { offers: o } }: Conn) => {
  const names = Object.keys(getTableColumns(o)) as (keyof OfferRow)[];
  return q
    .insert(o)
    .values(
      Object.fromEntries(names.map((name) => [name, value(name)])) as Record<keyof OfferRow, Placeholder>,
    );
});

/** Changes the state of an offer, if it has not changed meanwhile. */
export function setOfferState(
  { q, t: { offers: o } }: Conn,
  id: string,
  { from, to }: { from: OfferState; to: OfferState },
) {
  return q
    .update(o)
    .set({ state: to })
    .where(and(eq(o.id, id), eq(o.state, from)))
    .returning({ id: o.id });
}

export function messageOf({ q, t: { messages: m } }: Conn, offerId: string) {
  return q.select({ id: m.id, conversationId: m.conversationId }).from(m).where(eq(m.offerId, offerId));
}

const open = ({ q, t: { offers: o } }: Conn) =>
  q.select({ id: o.id, conversationId: o.conversationId, listingPriceCents: o.listingPriceCents }).from(o);

export function openOffersFor(conn: Conn, listingId: string) {
  const { offers: o } = conn.t;
  return open(conn)
    .where(and(eq(o.listingId, listingId), eq(o.state, 'open')))
    .orderBy(asc(o.conversationId));
}

export function acceptedOffersOfOthers({ q, t: { offers: o } }: Conn, listingId: string, exceptIn: string) {
  return q
    .select({ id: o.id, conversationId: o.conversationId })
    .from(o)
    .where(and(eq(o.listingId, listingId), eq(o.state, 'accepted'), ne(o.conversationId, exceptIn)))
    .orderBy(asc(o.conversationId));
}

export function openOffersOf(conn: Conn, memberId: string, otherId?: string) {
  const { offers: o, conversations: c } = conn.t;
  return open(conn)
    .innerJoin(c, eq(c.id, o.conversationId))
    .where(and(eq(o.state, 'open'), isParty(c, memberId), otherId ? isParty(c, otherId) : undefined))
    .orderBy(asc(o.conversationId));
}

export function openOffersForWanted(conn: Conn, wantedId: string) {
  const { offers: o, conversations: c } = conn.t;
  return open(conn)
    .innerJoin(c, eq(c.id, o.conversationId))
    .where(and(eq(o.state, 'open'), eq(c.wantedId, wantedId)))
    .orderBy(asc(o.conversationId));
}

export function expiredOffers({ q, t: { offers: o } }: Conn, now: Date, limit: number) {
  return q
    .select({ id: o.id, conversationId: o.conversationId })
    .from(o)
    .where(and(eq(o.state, 'open'), lte(o.expiresAt, now)))
    .orderBy(asc(o.expiresAt))
    .limit(limit);
}

/** Open offers between members of whom one has blocked the other or is suspended. */
export function separatedOffers(conn: Conn, limit: number) {
  const { offers: o, conversations: c } = conn.t;
  return open(conn)
    .innerJoin(c, eq(c.id, o.conversationId))
    .where(and(eq(o.state, 'open'), areSeparated(conn.t, c.buyerId, c.sellerId)))
    .limit(limit);
}

/** Locks the listing that a conversation is about, if any. A conversation's item never changes. */
export const lockListingOf = prepared(
  'lock_listing_of',
  ({ q, t: { conversations: c, listings: l } }: Conn) => {
    const listingId = q
      .select({ id: c.listingId })
      .from(c)
      .where(eq(c.id, value('id')));
    return forUpdate(q.select({ id: l.id }).from(l).where(eq(l.id, listingId)));
  },
);

/** Locks the WTB that a conversation is about, if any. */
export const lockWantedOf = prepared('lock_wanted_of', ({ q, t: { conversations: c, wanted: w } }: Conn) => {
  const wantedId = q
    .select({ id: c.wantedId })
    .from(c)
    .where(eq(c.id, value('id')));
  return forUpdate(q.select({ id: w.id }).from(w).where(eq(w.id, wantedId)));
});

/** Locks a conversation until the transaction ends, without checking who sees it. */
export function lockConversationRow({ q, t: { conversations: c } }: Conn, id: string) {
  return forUpdate(q.select({ id: c.id }).from(c).where(eq(c.id, id)));
}

export function lockWantedRow({ q, t: { wanted: w } }: Conn, id: string) {
  return forUpdate(
    q.select({ isFulfilled: w.isFulfilled, removedAt: w.removedAt }).from(w).where(eq(w.id, id)),
  );
}

export function openOfferOfMessage({ q, t: { offers: o, messages: m } }: Conn, messageId: string) {
  return q
    .select({ id: o.id, conversationId: o.conversationId })
    .from(m)
    .innerJoin(o, eq(o.id, m.offerId))
    .where(and(eq(m.id, messageId), eq(o.state, 'open')));
}

export function offersAbove(
  { q, t: { offers: o, conversations: c } }: Conn,
  { byId, above, limit }: { byId: string; above: string; limit: number },
): Promise<OfferRow[]> {
  return q
    .select(getTableColumns(o))
    .from(c)
    .innerJoin(o, eq(o.conversationId, c.id))
    .where(and(isParty(c, byId), eq(o.byId, byId), gt(o.id, above)))
    .orderBy(asc(o.id))
    .limit(limit);
}
