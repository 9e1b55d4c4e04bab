import { foldSizeWords, foldText } from '@selvedge/shared/platform/fold';
import type { Sort } from '@selvedge/shared/platform/limits';
import { and, asc, desc, eq, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Conn } from '../../../platform/db/database.ts';
import { contains } from '../../../platform/db/search.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { selectListings } from '../queries.ts';
import type { Filters } from './find-query.ts';
import type { GridPlace } from './place.ts';

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

const matches = (l: Listings, { brand, category, condition, size, minPrice, maxPrice, sold }: Filters) =>
  and(
    isNull(l.removedAt),
    brand === undefined ? undefined : contains(l.brandFolded, foldText(brand)),
    category && eq(l.category, category),
    condition && eq(l.condition, condition),
    size === undefined ? undefined : contains(l.sizeWords, foldSizeWords(size)),
    minPrice === undefined ? undefined : gte(l.priceCents, minPrice),
    maxPrice === undefined ? undefined : lte(l.priceCents, maxPrice),
    sold === undefined ? undefined : eq(l.isSold, sold),
  );

/** A select of the ids of live listings within a price range; null without one. */
export function idsOfPrices({ q, t: { listings: l } }: Conn, { minPrice, maxPrice }: Filters): SQL | null {
  return minPrice === undefined && maxPrice === undefined
    ? null
    : q.select({ id: l.id }).from(l).where(matches(l, { minPrice, maxPrice })).getSQL();
}

export interface Search {
  filters: Filters;
  sort: Sort;
  from: GridPlace;
  /** If an index finds them. */
  few: SQL | null;
  hidden: SQL | null;
}

/** From the few candidates, or by scanning the index of the order. */
function idsPast(
  { q, t: { listings: l } }: Conn,
  { filters, sort, from, few, hidden }: Search,
  limit: number,
) {
  const isFound = and(
    isPast(l, sort, from),
    matches(l, filters),
    hidden ? sql`${l.sellerId} not in (${hidden})` : undefined,
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
