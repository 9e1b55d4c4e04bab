import { aliasedTable, and, asc, desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Conn, WordQuery } from '../../../platform/db/database.ts';
import { countUpTo } from '../../../platform/db/search.ts';
import { columnOf, inOrder, isPast, isShown, type Search } from './queries.ts';

export interface WordSearch extends Search {
  words: WordQuery;
}

/** With more hits than this, comparing the words of listings in order soon fills a page. */
export const HITS_MAX = 25_000;

/** Counts the live listings with these words, up to `HITS_MAX` + 1; null on PostgreSQL, which plans by its statistics. */
export async function countHits(conn: Conn, words: WordQuery): Promise<number | null> {
  const { hits } = conn.searchWords(words);
  return hits && countUpTo(conn, hits, HITS_MAX + 1);
}

/** Up to this many listings are compared one by one. */
const FEW = 200;

/** The live listings with these words, whatever the filters; null for many. */
export async function fewWithWords(conn: Conn, words: WordQuery): Promise<{ hits: number; ids: SQL } | null> {
  const { q, t } = conn;
  const { from, matches } = conn.searchWords(words);
  const rows = await q
    .select({ id: sql<string>`w.id` })
    .from(from)
    .where(matches)
    .limit(FEW + 1);
  if (rows.length > FEW) return null;
  const ids = q
    .select({ id: t.listings.id })
    .from(t.listings)
    .where(
      inArray(
        t.listings.id,
        rows.map(({ id }) => id),
      ),
    );
  return { hits: rows.length, ids: ids.getSQL() };
}

/** The narrow rows of listings with these words. */
function rowsByWords(conn: Conn, search: WordSearch) {
  const { from, few, matches: hasWords } = conn.searchWords(search.words);
  // The columns have the names and types of the listings' own.
  const w = aliasedTable(conn.t.listings, 'w');
  return { w, from, few, isFound: and(hasWords, isShown(conn, w, search)) };
}

/** How many listings in order are compared before the index of the words is read. */
const AHEAD = 2_000;

/** Those among the next listings in order, which fill a page when the words are common. */
function idsAhead(conn: Conn, search: WordSearch, limit: number): Promise<{ id: string }[]> {
  const { w, isFound } = rowsByWords(conn, search);
  const order = sql.join(inOrder(w, search.sort), sql`, `);
  const next = sql`(select * from listings_words w where ${isPast(w, search.sort, search.from)} order by ${order} limit ${AHEAD}) w`;
  return conn.q
    .select({ id: sql<string>`${w.id}` })
    .from(next)
    .where(isFound)
    .orderBy(...inOrder(w, search.sort))
    .limit(limit);
}

/** The ids of live listings with these words past a place, by the index of the words. */
export async function idsByWords(conn: Conn, search: WordSearch, limit: number): Promise<{ id: string }[]> {
  const { w, from, few, isFound } = rowsByWords(conn, search);
  const isHere = and(isFound, isPast(w, search.sort, search.from));
  if (few > 0) {
    const ahead = search.words.isBroad ? await idsAhead(conn, search, limit) : [];
    if (ahead.length === limit) return ahead;
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
