import { foldText } from '@selvedge/shared/platform/fold';
import { foldSizeWords } from '@selvedge/shared/platform/fold-size';
import type { Sort } from '@selvedge/shared/platform/limits';
import { and, asc, desc, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
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

export const columnOf = (l: Listings, sort: Sort) =>
  ({ bumped: l.bumpedAt, newest: l.createdAt, 'price-asc': l.priceCents, 'price-desc': l.priceCents })[sort];

export const inOrder = (l: Listings, sort: Sort) => {
  const direction = sort === 'price-asc' ? asc : desc;
  return [direction(columnOf(l, sort)), direction(l.id)];
};

/** Compared as a row value: only then does SQLite seek the place in an index instead of scanning up to it. */
export const isPast = (l: Listings, sort: Sort, { key, id }: GridPlace): SQL => {
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

function isOfOtherSellers({ q, t: { users: u } }: Conn, l: Listings, { not = [] }: Filters): SQL | undefined {
  const { sellers } = leftOutOf(not);
  const bySellers = q.select({ id: u.id }).from(u).where(inArray(u.usernameKey, sellers));
  return sellers.length > 0 ? sql`${l.sellerId} not in (${bySellers})` : undefined;
}

function hasNoWordsOf(conn: Conn, l: Listings, { not = [] }: Filters): SQL | undefined {
  return and(
    ...leftOutOf(not).words.map((term) => {
      const { from, matches: hasWords } = conn.searchWords(foundAnywhere(term));
      return sql`${l.id} not in (select w.id from ${from} where ${hasWords})`;
    }),
  );
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
  /** The words of `q`, excluding those of `not`; null without `q`. */
  words: WordQuery | null;
}

/** What the viewer sees of the listings that the filters let through; the words aside. */
export const isShown = (conn: Conn, l: Listings, { filters, hidden, without, since }: Omit<Search, 'from'>) =>
  and(
    matches(l, filters),
    hidden ? sql`${l.sellerId} not in (${hidden})` : undefined,
    without?.(l),
    since && gte(l.createdAt, since),
    isOfOtherSellers(conn, l, filters),
  );

/** From the few candidates, or by scanning the index of the order. */
export function idsPast(conn: Conn, search: Search, limit: number) {
  const { q, t } = conn;
  const { listings: l } = t;
  const { sort, from, few, words } = search;
  const isFound = and(
    isNull(l.removedAt),
    isPast(l, sort, from),
    isShown(conn, l, search),
    words ? conn.searchWords(words).holds(l) : hasNoWordsOf(conn, l, search.filters),
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

/** How many live listings of each brand the viewer does not see. */
export async function findUnseenBrands(
  conn: Conn,
  { hidden, dismissed }: { hidden: SQL | null; dismissed: SQL | null },
) {
  const { q, t } = conn;
  const { listings: l } = t;
  const ofHidden = hidden && q.select({ id: l.id }).from(l).where(sql`${l.sellerId} in (${hidden})`).getSQL();
  const ids = [ofHidden, dismissed].filter((one) => one !== null);
  return q
    .select({ folded: l.brandFolded, items: sql`count(*)`.mapWith(Number) })
    .from(l)
    .where(and(isNull(l.removedAt), sql`${l.id} in (${sql.join(ids, sql` union `)})`))
    .groupBy(l.brandFolded);
}
