import { foldSizeWords, foldText } from '@selvedge/shared/platform/fold';
import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Conn, Search, Searchable } from './database.ts';

const TRIGRAM = 3;
const FOLD: Record<Searchable, (term: string) => string> = {
  listings: foldText,
  sizes: foldSizeWords,
  wanted: foldText,
};
const folded = (what: Searchable, term: string): string | null => {
  const text = FOLD[what](term);
  return [...text].length < TRIGRAM ? null : text;
};

/** Whether folded text contains a folded term; `%` and `_` have no special meaning. */
export function contains(text: Column | SQL, term: string): SQL {
  return sql`${text} like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}

const FTS: Record<Searchable, SQL> = {
  listings: sql.raw('listings_search'),
  sizes: sql.raw('listings_search'),
  wanted: sql.raw('wanted_search'),
};

export const sqliteSearch: Search = (what, term) => {
  const text = folded(what, term);
  if (text === null) return null;
  // Quote it as one phrase, in which FTS operators have no meaning.
  const phrase = `"${text.replaceAll('"', '""')}"`;
  return sql`select id from ${FTS[what]} where ${FTS[what]} match ${phrase}`;
};

const INDEXED: Record<Searchable, { column: SQL; from: SQL }> = {
  listings: { column: sql.raw('brand_folded'), from: sql`listings where removed_at is null` },
  sizes: { column: sql.raw('size_words'), from: sql`listings where removed_at is null` },
  wanted: {
    column: sql.raw('search_folded'),
    from: sql`wanted where removed_at is null and not is_fulfilled`,
  },
};

export const postgresSearch: Search = (what, term) => {
  const text = folded(what, term);
  const { column, from } = INDEXED[what];
  return text === null ? null : sql`select id from ${from} and ${contains(column, text)}`;
};

export async function countUpTo({ q }: Conn, ids: SQL, max: number): Promise<number> {
  const [row] = await q
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(sql`(select 1 from (${ids}) found limit ${max}) counted`);
  return row?.count ?? 0;
}
