import { foldText } from '@selvedge/shared/platform/fold';
import { foldSizeWords } from '@selvedge/shared/platform/fold-size';
import type { Sort } from '@selvedge/shared/platform/limits';
import { aliasedTable, and, asc, desc, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Conn, WordQuery } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { contains } from '../../../platform/db/search.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { type ListingRow, selectListings } from '../queries.ts';
import type { Filters } from './find-query.ts';
import { leftOutOf } from './left-out.ts';
import type { GridPlace } from './place.ts';
import { foundAnywhere } from './word-ranks.ts';

// Built per call instead of prepared: the best index depends on the filters, and PostgreSQL plans better when
// it sees the values.

type Listings = Tables['listings'];

const columnOf = (l: Listings, sort: Sort) =>
  ({ bumped: l.bumpedAt, newest: l.createdAt, 'price-asc': l.priceCents, 'price-desc': l.priceCents })[sort];

const inOrder = (l: Listings, sort: Sort) => {
  const direction = sort === 'price-asc' ? asc : desc;
  return [direction(columnOf(l, sort)), direction(l.id)];
};

/** Compared as a row value: only then does SQLite seek the place in an index instead of scanning up to it. */
const isPast = (l: Listings, sort: Sort, { key, id }: GridPlace): SQL => {
  const column = columnOf(l, sort);
  const pair = sql`(${column}, ${l.id})`;
  const place = sql`(${sql.param(key, column)}, ${sql.param(id, l.id)})`;
  return sort === 'price-asc' ? sql`${pair} > ${place}` : sql`${pair} < ${place}`;
};

const matches = (
  l: Listings,
  { brand, category, condition, size, minPrice, maxPrice, sold, seller }: Filters,
) =>
  and(
    brand === undefined ? undefined : contains(l.brandFolded, foldText(brand)),
    category && eq(l.category, category),
    condition && eq(l.condition, condition),
    size && or(...size.map((one) => contains(l.sizeWords, foldSizeWords(one)))),
    minPrice === undefined ? undefined : gte(l.priceCents, minPrice),
    maxPrice === undefined ? undefined : lte(l.priceCents, maxPrice),
    sold === undefined ? undefined : eq(l.isSold, sold),
    seller === undefined ? undefined : eq(l.sellerId, seller),
  );

/** Leaves out words and sellers. */
function isNotLeftOut(conn: Conn, l: Listings, { not }: Filters): SQL | undefined {
  if (not === undefined) return undefined;
  const { words, sellers } = leftOutOf(not);
  const { users: u } = conn.t;
  const withWords = words.map((term) => {
    const { from, matches: hasWords } = conn.searchWords(foundAnywhere(term));
    return sql`${l.id} not in (select w.id from ${from} where ${hasWords})`;
  });
  const bySellers = conn.q.select({ id: u.id }).from(u).where(inArray(u.usernameKey, sellers));
  return and(...withWords, sellers.length > 0 ? sql`${l.sellerId} not in (${bySellers})` : undefined);
}

/** A select of the ids of live listings within a price range; null without one. */
export function idsOfPrices({ q, t: { listings: l } }: Conn, { minPrice, maxPrice }: Filters): SQL | null {
  return minPrice === undefined && maxPrice === undefined
    ? null
    : q
        .select({ id: l.id })
        .from(l)
        .where(and(isNull(l.removedAt), matches(l, { minPrice, maxPrice })))
        .getSQL();
}

/** A select of the ids of a seller's live listings; null without one. */
export function idsOfSeller({ q, t: { listings: l } }: Conn, { seller }: Filters): SQL | null {
  return seller === undefined
    ? null
    : q
        .select({ id: l.id })
        .from(l)
        .where(and(isNull(l.removedAt), matches(l, { seller })))
        .getSQL();
}

export interface Search {
  filters: Filters;
  sort: Sort;
  from: GridPlace;
  /** If an index finds them. */
  few: SQL | null;
  hidden: SQL | null;
  /** Leaves out what the viewer has dismissed. */
  without: ((l: Pick<Listings, 'id' | 'sellerId'>) => SQL) | null;
  /** Only what was listed since then. */
  since: Date | undefined;
}

/** From the few candidates, or by scanning the index of the order. */
function idsPast(conn: Conn, { filters, sort, from, few, hidden, without, since }: Search, limit: number) {
  const { q, t } = conn;
  const { listings: l } = t;
  const isFound = and(
    isNull(l.removedAt),
    isPast(l, sort, from),
    matches(l, filters),
    hidden ? sql`${l.sellerId} not in (${hidden})` : undefined,
    without?.(l),
    isNotLeftOut(conn, l, filters),
    since && gte(l.createdAt, since),
  );
  const order = inOrder(l, sort);
  if (!few)
    return q
      .select({ id: l.id })
      .from(l)
      .where(isFound)
      .orderBy(...order)
      .limit(limit);
  // A cross join, because SQLite then makes its left side the outer loop.
  return q
    .select({ id: l.id })
    .from(sql`(${few}) few`)
    .crossJoin(l)
    .where(and(sql`few.id = ${l.id}`, isFound))
    .orderBy(...order)
    .limit(limit);
}

export function listingsPast(conn: Conn, search: Search, limit: number) {
  return selectListings(conn)
    .where(inArray(conn.t.listings.id, idsPast(conn, search, limit)))
    .orderBy(...inOrder(conn.t.listings, search.sort));
}

/** The first `max` ids of matching listings past a place, for counting. */
export function idsToCount(conn: Conn, search: Search, max: number): SQL {
  return idsPast(conn, search, max).getSQL();
}

interface WordSearch extends Omit<Search, 'from' | 'few'> {
  query: WordQuery;
}

/** The narrow rows of listings with these words. */
function rowsByWords(conn: Conn, { query, filters, hidden, without, since }: WordSearch) {
  const { from, few, matches: hasWords } = conn.searchWords(query);
  // The columns have the names and types of the listings' own.
  const w = aliasedTable(conn.t.listings, 'w');
  const isFound = and(
    hasWords,
    matches(w, filters),
    hidden ? sql`${w.sellerId} not in (${hidden})` : undefined,
    without?.(w),
    since && gte(w.createdAt, since),
    isNotLeftOut(conn, w, filters),
  );
  return { w, from, few, isFound };
}

/** The ids of live listings with these words past a place. */
export async function idsByWords(
  conn: Conn,
  search: WordSearch & Pick<Search, 'from'>,
  limit: number,
): Promise<{ id: string }[]> {
  const { w, from, few, isFound } = rowsByWords(conn, search);
  const isHere = and(isFound, isPast(w, search.sort, search.from));
  if (few > 0) {
    const place = sql`${columnOf(w, search.sort)}`.as('place');
    const found = conn.q
      .select({ id: sql`${w.id}`.as('id'), place })
      .from(from)
      .where(isHere)
      .limit(few + 1);
    const direction = search.sort === 'price-asc' ? asc : desc;
    const rows = await conn.q
      .select({ id: sql<string>`id`, count: sql`count(*) over ()`.mapWith(Number) })
      .from(sql`(${found.getSQL()}) found`)
      .orderBy(direction(sql`place`), direction(sql`id`))
      .limit(limit);
    if ((rows[0]?.count ?? 0) <= few) return rows;
  }
  return conn.q
    .select({ id: sql<string>`${w.id}` })
    .from(from)
    .where(isHere)
    .orderBy(...inOrder(w, search.sort))
    .limit(limit);
}

/** The first `max` in any order. */
export function idsToCountByWords(conn: Conn, search: WordSearch, max: number): SQL {
  const { w, from, isFound } = rowsByWords(conn, search);
  return conn.q
    .select({ id: sql<string>`${w.id}` })
    .from(from)
    .where(isFound)
    .limit(max)
    .getSQL();
}

/** In any order. */
export async function listingsOf(conn: Conn, found: { id: string }[]): Promise<ListingRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  return selectListings(conn).where(inArray(conn.t.listings.id, ids));
}

/** How many of these listings have each size. */
export function sizesOf({ q, t: { listings: l } }: Conn, ids: SQL) {
  return q
    .select({ words: l.sizeWords, category: l.category, items: sql`count(*)`.mapWith(Number) })
    .from(sql`(${ids}) found`)
    .innerJoin(l, sql`found.id = ${l.id}`)
    .groupBy(l.sizeWords, l.category);
}

/** The spellings of the brands of live listings, the most frequent first. */
export const findBrands = prepared('find_brands', ({ q }: Conn) =>
  q
    .select({
      name: sql<string>`brand`,
      folded: sql<string>`brand_folded`,
      items: sql`items`.mapWith(Number),
    })
    .from(sql`listings_brands`)
    .orderBy(sql`items desc, brand`),
);
