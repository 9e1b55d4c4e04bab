import { foldText } from '@selvedge/shared/fold';
import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Conn, Search } from './database.ts';

const TRIGRAM = 3;
const folded = (term: string): string | null => {
  const text = foldText(term);
  return [...text].length < TRIGRAM ? null : text;
};

/** The pattern for `like … escape '\'` that finds a term in folded text; escapes `%` and `_`. */
const patternFor = (term: string): string => `%${foldText(term).replace(/[\\%_]/g, '\\$&')}%`;

/** Whether folded text contains a term. */
export const contains = (text: Column | SQL, term: string): SQL =>
  sql`${text} like ${patternFor(term)} escape '\\'`;

const FTS = {
  listings: sql.raw('listings_search'),
  wanted: sql.raw('wanted_search'),
};

export const sqliteSearch: Search = (what, term) => {
  const text = folded(term);
  if (text === null) return null;
  // Quote it as one phrase, in which FTS operators have no meaning.
  const phrase = `"${text.replaceAll('"', '""')}"`;
  return sql`select id from ${FTS[what]} where ${FTS[what]} match ${phrase}`;
};

export const postgresSearch: Search = (what, term) => {
  if (folded(term) === null) return null;
  return what === 'listings'
    ? sql`select id from listings where removed_at is null and ${contains(sql.raw('brand_folded'), term)}`
    : sql`select id from wanted where removed_at is null and not is_fulfilled
        and ${contains(sql.raw('search_folded'), term)}`;
};

/** Counts the ids that a select returns, up to `max`. */
export async function countUpTo({ q }: Conn, ids: SQL, max: number): Promise<number> {
  const [row] = await q
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(sql`(select 1 from (${ids}) found limit ${max}) counted`);
  return row?.count ?? 0;
}
