import { and, desc, eq, getTableColumns, gte, isNull, min, notExists, or, type SQL, sql } from 'drizzle-orm';
import { memberColumns } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { isBelow } from '../../platform/db/keyset.ts';
import { forUpdate } from '../../platform/db/locked.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';

const value = (name: string) => sql.placeholder(name);

/** The columns of a listing that the lists use, since each column read takes time. */
export function listingColumns({ listings }: Tables) {
  const {
    brandFolded,
    brandKey,
    sizeWords,
    clientId,
    discountBumpAt,
    editedAt,
    holdConversationId,
    proofPhoto,
    searchWords,
    ...shown
  } = getTableColumns(listings);
  return shown;
}

export function selectListings({ q, t }: Conn) {
  return q
    .select({ listing: listingColumns(t), seller: memberColumns(t) })
    .from(t.listings)
    .innerJoin(t.users, eq(t.users.id, t.listings.sellerId));
}
export type ListingRow = Awaited<ReturnType<typeof selectListings>>[number];

/** A single listing: lists do not read its proof photo. */
const selectOneListing = ({ q, t }: Conn) =>
  q
    .select({
      listing: listingColumns(t),
      proofPhoto: t.listings.proofPhoto,
      seller: memberColumns(t),
    })
    .from(t.listings)
    .innerJoin(t.users, eq(t.users.id, t.listings.sellerId));
export type OneListingRow = Awaited<ReturnType<typeof selectOneListing>>[number];

const isBelowPlace = ({ listings: l }: Tables) => isBelow(l.bumpedAt, l.id);

const inOrder = ({ listings: l }: Tables) => [desc(l.bumpedAt), desc(l.id)];

export const findListing = prepared('find_listing', (conn: Conn) =>
  selectOneListing(conn).where(and(eq(conn.t.listings.id, value('id')), isNull(conn.t.listings.removedAt))),
);

/** The listing that this seller posted under a client id, even if it was removed since. */
export const findPostedListing = prepared('find_posted_listing', (conn: Conn) =>
  selectOneListing(conn).where(
    and(eq(conn.t.listings.sellerId, value('sellerId')), eq(conn.t.listings.clientId, value('clientId'))),
  ),
);

export const listingsBelow = prepared('listings_below', (conn: Conn) =>
  selectListings(conn)
    .where(and(isNull(conn.t.listings.removedAt), isBelowPlace(conn.t)))
    .orderBy(...inOrder(conn.t))
    .limit(value('limit')),
);

const ofSeller = (conn: Conn, more: SQL | undefined) =>
  selectListings(conn)
    .where(
      and(
        eq(conn.t.listings.sellerId, value('sellerId')),
        isNull(conn.t.listings.removedAt),
        isBelowPlace(conn.t),
        more,
      ),
    )
    .orderBy(...inOrder(conn.t))
    .limit(value('limit'));

export const sellerListingsBelow = prepared('seller_listings_below', (conn: Conn) =>
  ofSeller(conn, undefined),
);

export const sellerListingsInStateBelow = prepared('seller_listings_in_state_below', (conn: Conn) =>
  ofSeller(conn, sql`${conn.t.listings.isSold} = ${sql.param(value('isSold'), conn.t.listings.isSold)}`),
);

export function insertListing(conn: Conn, row: Tables['listings']['$inferInsert']) {
  return conn.q.insert(conn.t.listings).values(row).returning({ id: conn.t.listings.id });
}

/** Serializes the changes of a listing; one that a suspension removed is found too. */
export const lockListing = prepared('lock_listing', ({ q, t: { listings: l } }: Conn) =>
  forUpdate(
    q
      .select()
      .from(l)
      .where(and(eq(l.id, value('id')), or(isNull(l.removedAt), l.isSuspended))),
  ),
);
export type ListingState = Tables['listings']['$inferSelect'];

export function updateListing(conn: Conn, id: string, changes: Partial<ListingState>) {
  return conn.q
    .update(conn.t.listings)
    .set(changes)
    .where(eq(conn.t.listings.id, id))
    .returning({ id: conn.t.listings.id });
}

export function lowestPriceSince({ q, t: { itemEvents: e } }: Conn, listingId: string, since: Date) {
  return q
    .select({ cents: min(e.fromCents) })
    .from(e)
    .where(and(eq(e.listingId, listingId), eq(e.kind, 'price'), gte(e.at, since)));
}

export function findAllOfSeller({ q, t: { listings: l } }: Conn, sellerId: string) {
  return q
    .select()
    .from(l)
    .where(and(eq(l.sellerId, sellerId), isNull(l.removedAt)))
    .orderBy(desc(l.createdAt));
}

/** Removes all listings of a seller. @returns the ids of those not removed before. */
export function removeAllOfSeller({ q, t: { listings: l } }: Conn, sellerId: string, at: Date) {
  return q
    .update(l)
    .set({ removedAt: at })
    .where(and(eq(l.sellerId, sellerId), isNull(l.removedAt)))
    .returning({ id: l.id });
}

/** Listings with conversations keep what these show, such as the title. */
export async function forgetAllOfSeller({ q, t }: Conn, sellerId: string): Promise<void> {
  const { listings: l, conversations: c } = t;
  const conversationsAbout = q.select({ id: c.listingId }).from(c).where(eq(c.listingId, l.id));
  await q
    .delete(l)
    .where(and(eq(l.sellerId, sellerId), notExists(conversationsAbout)))
    .returning({ id: l.id });
  await q
    .update(l)
    .set({ description: null, photos: [], proofPhoto: null })
    .where(eq(l.sellerId, sellerId))
    .returning({ id: l.id });
}

/** One conversation about a listing, if any. The index also needs the seller. */
export const findConversationAbout = prepared(
  'find_talk_about_listing',
  ({ q, t: { conversations: c } }: Conn) =>
    q
      .select({ id: c.id })
      .from(c)
      .where(and(eq(c.sellerId, value('sellerId')), eq(c.listingId, value('listingId'))))
      .limit(1),
);

export function findWithoutWords({ q, t: { listings: l } }: Conn, limit: number) {
  return q
    .select({ id: l.id, brand: l.brand, title: l.title, description: l.description, size: l.size })
    .from(l)
    .where(isNull(l.searchWords))
    .orderBy(l.id)
    .limit(limit);
}

/** Unless a concurrent edit has stored those of its own texts. */
export function storeWords({ q, t: { listings: l } }: Conn, id: string, columns: Partial<ListingState>) {
  return q
    .update(l)
    .set(columns)
    .where(and(eq(l.id, id), isNull(l.searchWords)))
    .returning({ id: l.id });
}
