import { foldText } from '@selvedge/shared/platform/fold';
import { foldSizeWords } from '@selvedge/shared/platform/fold-size';
import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Conn, Search, Searchable, WordSearch, Words } from './database.ts';

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

interface Syntax {
  word(quoted: string, isWhole: boolean): string;
  quote: string;
  and: string;
  or: string;
  not: string;
}
const FTS5: Syntax = {
  word: (quoted, isWhole) => (isWhole ? quoted : `${quoted}*`),
  ...{ quote: '"', and: ' AND ', or: ' OR ', not: ' NOT ' },
};
const TSQUERY: Syntax = {
  word: (quoted, isWhole) => (isWhole ? quoted : `${quoted}:*`),
  ...{ quote: "'", and: ' & ', or: ' | ', not: ' & !' },
};

function write(words: Words, syntax: Syntax): string {
  const inner = (part: Words) => write(part, syntax);
  if ('all' in words) return `(${words.all.map(inner).join(syntax.and)})`;
  if ('any' in words) return `(${words.any.map(inner).join(syntax.or)})`;
  if ('but' in words) return `(${words.but.map(inner).join(syntax.not)})`;
  const { quote } = syntax;
  // Words have letters, digits and signs beyond ASCII only; quoted all the same.
  return syntax.word(quote + words.word.replaceAll(/["'\\]/g, '') + quote, words.isWhole);
}

/** PostgreSQL estimates rare words too high, and would scan the index of the order for them. */
const FEW = 3_000;

export const sqliteWords: WordSearch = ({ words, narrowing }) => ({
  // It always reads by the words.
  few: 0,
  // A cross join, because SQLite then makes its left side the outer loop.
  from: sql`listings_word_index cross join listings_words w on w.n = listings_word_index.rowid`,
  matches: sql`listings_word_index match ${write(narrowing ? { all: [words, narrowing] } : words, FTS5)}`,
});

export const postgresWords: WordSearch = ({ words, narrowing }) => ({
  few: FEW,
  from: sql`listings_words w`,
  matches: narrowing
    ? // The function of the operator `@@`, for which PostgreSQL uses no index.
      sql`w.words @@ ${write(words, TSQUERY)}::tsquery and ts_match_vq(w.words, ${write(narrowing, TSQUERY)}::tsquery)`
    : sql`w.words @@ ${write(words, TSQUERY)}::tsquery`,
});

export async function countUpTo({ q }: Conn, ids: SQL, max: number): Promise<number> {
  const [row] = await q
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(sql`(select 1 from (${ids}) found limit ${max}) counted`);
  return row?.count ?? 0;
}
