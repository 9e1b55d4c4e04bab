import { NEW_FINDS_MAX } from '@selvedge/shared/platform/limits';
import { and, count, desc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { areBlocked } from '../../members/public.ts';
import type { Conn } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { SearchKeys } from './terms.ts';

const value = (name: string) => sql.placeholder(name);

/** @returns no row when the member has saved such a search already */
export function insertSearch({ q, t }: Conn, row: Tables['savedSearches']['$inferInsert']) {
  return q
    .insert(t.savedSearches)
    .values(row)
    .onConflictDoNothing({ target: [t.savedSearches.memberId, t.savedSearches.queryKey] })
    .returning({ id: t.savedSearches.id });
}

export function insertKeys({ q, t: { savedSearchKeys: k } }: Conn, searchId: string, keys: SearchKeys[]) {
  return q
    .insert(k)
    .values(keys.map((row) => ({ ...row, id: uuidv7(), searchId })))
    .returning({ id: k.id });
}

export function countSearchesOf({ q, t: { savedSearches: s } }: Conn, memberId: string) {
  return q.select({ count: count() }).from(s).where(eq(s.memberId, memberId));
}

/** A search with the number of listings found since it was last opened that its owner can still buy. */
function selectSearches({ q, t }: Conn) {
  const { savedSearches: s, searchFinds: f, listings: l } = t;
  const found = sql`select 1 from ${f} inner join ${l} on ${l.id} = ${f.listingId}
    where ${f.searchId} = ${s.id} and ${f.foundAt} > ${s.openedAt}
    and ${l.removedAt} is null and not ${l.isSold} and not ${areBlocked(t, s.memberId, l.sellerId)}
    limit ${sql.raw(String(NEW_FINDS_MAX))}`;
  return q
    .select({
      id: s.id,
      name: s.name,
      query: s.query,
      alerts: s.alerts,
      createdAt: s.createdAt,
      lastFoundAt: s.lastFoundAt,
      newCount: sql`(select count(*) from (${found}) found)`.mapWith(Number),
    })
    .from(s);
}
export type SearchRow = Awaited<ReturnType<typeof selectSearches>>[number];

/** In the member's order, latest first. */
export function searchesOf(conn: Conn, memberId: string) {
  const { savedSearches: s } = conn.t;
  return selectSearches(conn).where(eq(s.memberId, memberId)).orderBy(desc(s.createdAt), desc(s.id));
}

export function findSearch(conn: Conn, memberId: string, id: string) {
  const { savedSearches: s } = conn.t;
  return selectSearches(conn).where(and(eq(s.id, id), eq(s.memberId, memberId)));
}

export function findSearchByKey(conn: Conn, memberId: string, queryKey: string) {
  const { savedSearches: s } = conn.t;
  return selectSearches(conn).where(and(eq(s.memberId, memberId), eq(s.queryKey, queryKey)));
}

export function changeSearch(
  { q, t: { savedSearches: s } }: Conn,
  memberId: string,
  id: string,
  changes: Partial<Pick<Tables['savedSearches']['$inferSelect'], 'name' | 'alerts' | 'openedAt'>>,
) {
  return q
    .update(s)
    .set(changes)
    .where(and(eq(s.id, id), eq(s.memberId, memberId)))
    .returning({ id: s.id });
}

export function deleteSearch({ q, t: { savedSearches: s } }: Conn, memberId: string, id: string) {
  return q
    .delete(s)
    .where(and(eq(s.id, id), eq(s.memberId, memberId)))
    .returning({ id: s.id });
}

interface Looked {
  keys: string[];
  categories: string[];
  sizes: string[];
  priceCents: number;
}

/** The ids of the searches that a listing may fit: of the same key, category and size, and for no less than its price. */
export function searchIdsFor({ q, t: { savedSearchKeys: k } }: Conn, looked: Looked) {
  const { keys, categories, sizes, priceCents } = looked;
  return q
    .select({ id: k.searchId })
    .from(k)
    .where(
      and(
        inArray(k.key, keys),
        inArray(k.category, categories),
        inArray(k.size, sizes),
        gte(k.maxPriceCents, priceCents),
      ),
    );
}

export function searchesById({ q, t: { savedSearches: s } }: Conn, ids: string[]) {
  return q
    .select({
      id: s.id,
      memberId: s.memberId,
      name: s.name,
      terms: s.terms,
      alerts: s.alerts,
      createdAt: s.createdAt,
    })
    .from(s)
    .where(inArray(s.id, ids));
}
export type CandidateRow = Awaited<ReturnType<typeof searchesById>>[number];

/** What searches compare of a listing, removed or not. */
export const findSnapshot = prepared('find_search_snapshot', ({ q, t: { listings: l } }: Conn) =>
  q
    .select({
      sellerId: l.sellerId,
      brandFolded: l.brandFolded,
      sizeWords: l.sizeWords,
      category: l.category,
      condition: l.condition,
      priceCents: l.priceCents,
      isOnSale: sql`(${l.removedAt} is null and not ${l.isSold})`.mapWith(Boolean),
      words: sql<string>`coalesce(${l.searchWords}, '')`,
      createdAt: l.createdAt,
    })
    .from(l)
    .where(eq(l.id, value('id'))),
);

export const findSearched = prepared('find_searched_listing', ({ q, t: { searchedListings: s } }: Conn) =>
  q
    .select({ snapshot: s.snapshot })
    .from(s)
    .where(eq(s.listingId, value('id'))),
);

export function storeSearched(
  { q, t: { searchedListings: s } }: Conn,
  listingId: string,
  snapshot: Tables['searchedListings']['$inferSelect']['snapshot'],
) {
  return q
    .insert(s)
    .values({ listingId, snapshot })
    .onConflictDoUpdate({ target: s.listingId, set: { snapshot } })
    .returning({ listingId: s.listingId });
}

/** The prices that a listing had before its changes since then. */
export function pricesSince({ q, t: { itemEvents: e } }: Conn, listingId: string, since: Date) {
  return q
    .select({ cents: e.fromCents })
    .from(e)
    .where(and(eq(e.listingId, listingId), eq(e.kind, 'price'), gt(e.at, since)));
}

/** @returns the searches that had not found the listing before */
export function insertFinds(
  { q, t: { searchFinds: f } }: Conn,
  rows: Omit<Tables['searchFinds']['$inferInsert'], 'id'>[],
) {
  return q
    .insert(f)
    .values(rows.map((row) => ({ ...row, id: uuidv7() })))
    .onConflictDoNothing({ target: [f.searchId, f.listingId] })
    .returning({ searchId: f.searchId });
}

export function setLastFound({ q, t: { savedSearches: s } }: Conn, ids: string[], at: Date) {
  return q.update(s).set({ lastFoundAt: at }).where(inArray(s.id, ids)).returning({ id: s.id });
}

export function deleteFindsBefore({ q, t: { searchFinds: f } }: Conn, before: Date) {
  return q.delete(f).where(lte(f.foundAt, before)).returning({ searchId: f.searchId });
}

/** For the export. */
export function allSearchesOf({ q, t: { savedSearches: s } }: Conn, memberId: string) {
  return q
    .select({
      name: s.name,
      query: s.query,
      alerts: s.alerts,
      createdAt: s.createdAt,
      openedAt: s.openedAt,
      lastFoundAt: s.lastFoundAt,
    })
    .from(s)
    .where(eq(s.memberId, memberId))
    .orderBy(desc(s.createdAt), desc(s.id));
}

export function deleteAllSearchesOf({ q, t: { savedSearches: s } }: Conn, memberId: string) {
  return q.delete(s).where(eq(s.memberId, memberId)).returning({ id: s.id });
}
