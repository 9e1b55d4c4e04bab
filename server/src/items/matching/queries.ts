import {
  aliasedTable,
  and,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  not,
  type SQL,
  sql,
} from 'drizzle-orm';
import { areBlocked } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { isBelow } from '../../platform/db/keyset.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';

const value = (name: string) => sql.placeholder(name);

// Phrased like the partial indexes' conditions, so that the planner uses these indexes.
const isOpen = ({ wanted: w }: Tables) => and(isNull(w.removedAt), sql`not ${w.isFulfilled}`);
const isOnSale = ({ listings: l }: Tables) => and(isNull(l.removedAt), sql`not ${l.isSold}`);

/** With a budget of `minPriceCents` or more, except those of `besides`; newest first. */
export const wantedOfBrand = prepared('wanted_of_brand', (conn: Conn) => {
  const { wanted: w } = conn.t;
  return conn.q
    .select({
      id: w.id,
      buyerId: w.buyerId,
      title: w.title,
      brand: w.brand,
      size: w.size,
      maxPriceCents: w.maxPriceCents,
    })
    .from(w)
    .where(
      and(
        isOpen(conn.t),
        eq(w.brandKey, value('brandKey')),
        lt(w.id, value('below')),
        gte(w.maxPriceCents, value('minPriceCents')),
        ne(w.buyerId, value('besides')),
      ),
    )
    .orderBy(desc(w.id))
    .limit(value('limit'));
});
export type WantedRow = Awaited<ReturnType<typeof wantedOfBrand>>[number];

/** Listings on sale of a brand for up to `maxPriceCents`, except those of `besides`; by id, newest first. */
export const listingsOfBrand = prepared('listings_of_brand', (conn: Conn) => {
  const { listings: l } = conn.t;
  return conn.q
    .select({
      id: l.id,
      sellerId: l.sellerId,
      title: l.title,
      brand: l.brand,
      category: l.category,
      size: l.size,
      priceCents: l.priceCents,
    })
    .from(l)
    .where(
      and(
        isOnSale(conn.t),
        eq(l.brandKey, value('brandKey')),
        lt(l.id, value('below')),
        lte(l.priceCents, value('maxPriceCents')),
        ne(l.sellerId, value('besides')),
      ),
    )
    .orderBy(desc(l.id))
    .limit(value('limit'));
});
export type ListingTermsRow = Awaited<ReturnType<typeof listingsOfBrand>>[number];

/** A listing on sale. */
export const findListingTerms = prepared('find_listing_terms', ({ q, t }: Conn) =>
  q
    .select()
    .from(t.listings)
    .where(and(eq(t.listings.id, value('id')), isOnSale(t))),
);

export const findMatchable = prepared('find_matchable', ({ q, t }: Conn) =>
  q
    .select()
    .from(t.wanted)
    .where(and(eq(t.wanted.id, value('id')), isOpen(t))),
);

const pairsOfKind = (kind: 'listing' | 'wanted') =>
  prepared(`pairs_of_${kind}`, ({ q, t: { matches: m } }: Conn) =>
    q
      .select({ id: m.id, listingId: m.listingId, wantedId: m.wantedId, isCurrent: m.isCurrent })
      .from(m)
      .where(eq(kind === 'listing' ? m.listingId : m.wantedId, value('itemId'))),
  );

/** Includes pairs that are no longer current. */
export const pairsOf = { listing: pairsOfKind('listing'), wanted: pairsOfKind('wanted') };

export function setCurrent({ q, t: { matches: m } }: Conn, ids: string[], isCurrent: boolean) {
  return q.update(m).set({ isCurrent }).where(inArray(m.id, ids)).returning({ id: m.id });
}

/** @returns the ids of the new pairs. */
export function insertMatches({ q, t }: Conn, rows: Tables['matches']['$inferInsert'][]) {
  return q
    .insert(t.matches)
    .values(rows)
    .onConflictDoNothing({ target: [t.matches.listingId, t.matches.wantedId] })
    .returning({ id: t.matches.id, listingId: t.matches.listingId, wantedId: t.matches.wantedId });
}

function selectMatches({ q, t }: Conn) {
  const seller = aliasedTable(t.users, 'seller');
  const buyer = aliasedTable(t.users, 'buyer');
  const person = (users: typeof seller) => ({
    id: users.id,
    username: users.username,
    profileImageKey: users.profileImageKey,
    isAdmin: users.isAdmin,
  });
  return q
    .select({
      match: t.matches,
      listing: t.listings,
      seller: person(seller),
      wanted: t.wanted,
      buyer: person(buyer),
    })
    .from(t.matches)
    .innerJoin(t.listings, eq(t.listings.id, t.matches.listingId))
    .innerJoin(t.wanted, eq(t.wanted.id, t.matches.wantedId))
    .innerJoin(seller, eq(seller.id, t.listings.sellerId))
    .innerJoin(buyer, eq(buyer.id, t.wanted.buyerId));
}
export type MatchRow = Awaited<ReturnType<typeof selectMatches>>[number];

/** Checked on every read, since blocking and unblocking do not rerun the matching. */
export function isShown(t: Tables) {
  return and(
    t.matches.isCurrent,
    isOnSale(t),
    isOpen(t),
    not(areBlocked(t, t.matches.ownerId, t.listings.sellerId)),
  );
}

export function shownMatches(conn: Conn, ids: string[]) {
  return selectMatches(conn).where(and(inArray(conn.t.matches.id, ids), isShown(conn.t)));
}

const below = (conn: Conn, of: SQL | undefined) =>
  selectMatches(conn)
    .where(and(of, isShown(conn.t), isBelow(conn.t.matches.createdAt, conn.t.matches.id)))
    .orderBy(desc(conn.t.matches.createdAt), desc(conn.t.matches.id))
    .limit(value('limit'));

export const ownerMatchesBelow = prepared('owner_matches_below', (conn: Conn) =>
  below(conn, eq(conn.t.matches.ownerId, value('ownerId'))),
);

export const unseenMatchesBelow = prepared('unseen_matches_below', (conn: Conn) =>
  below(conn, and(eq(conn.t.matches.ownerId, value('ownerId')), isNull(conn.t.matches.seenAt))),
);

export const wantedMatchesBelow = prepared('wanted_matches_below', (conn: Conn) =>
  below(conn, eq(conn.t.matches.wantedId, value('wantedId'))),
);

export function markSeen({ q, t: { matches: m } }: Conn, ownerId: string, ids: string[], at: Date) {
  return q
    .update(m)
    .set({ seenAt: at })
    .where(and(eq(m.ownerId, ownerId), inArray(m.id, ids), isNull(m.seenAt)))
    .returning({ listingId: m.listingId });
}

export function allOfOwner({ q, t: { matches: m } }: Conn, ownerId: string) {
  return q
    .select({
      listingId: m.listingId,
      wantedId: m.wantedId,
      seenAt: m.seenAt,
      createdAt: m.createdAt,
    })
    .from(m)
    .where(eq(m.ownerId, ownerId));
}

export function deleteAllOfOwner({ q, t: { matches: m } }: Conn, ownerId: string) {
  return q.delete(m).where(eq(m.ownerId, ownerId)).returning({ id: m.id });
}
