import { foldText } from '@selvedge/shared/platform/fold';
import { foldSizeWords } from '@selvedge/shared/platform/fold-size';
import { and, type Column, or, type SQL, sql } from 'drizzle-orm';
import type { Conn, Search, Searchable, WordSearch, Words } from './database.ts';

const TRIGRAM = 3;
const FOLD: Record<Searchable, (term: string) => string> = {
  listings: foldText,
  sizes: foldSizeWords,
  wanted: foldText,
};
const folded = (what: Searchable, terms: string[]): string[] | null => {
  const texts = [...new Set(terms.map((term) => FOLD[what](term)))];
  return texts.some((text) => [...text].length < TRIGRAM) ? null : texts;
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

export const sqliteSearch: Search = (what, ...anyOf) => {
  const texts = folded(what, anyOf);
  if (texts === null) return null;
  // Quote each as one phrase, in which FTS operators have no meaning.
  const phrases = texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(' OR ');
  return sql`select id from ${FTS[what]} where ${FTS[what]} match ${phrases}`;
};

const INDEXED: Record<Searchable, { column: SQL; from: SQL }> = {
  listings: { column: sql.raw('brand_folded'), from: sql`listings where removed_at is null` },
  sizes: { column: sql.raw('size_words'), from: sql`listings where removed_at is null` },
  wanted: {
    column: sql.raw('search_folded'),
    from: sql`wanted where removed_at is null and not is_fulfilled`,
  },
};

export const postgresSearch: Search = (what, ...anyOf) => {
  const texts = folded(what, anyOf);
  const { column, from } = INDEXED[what];
  return texts && sql`select id from ${from} and ${or(...texts.map((text) => contains(column, text)))}`;
};

interface Syntax {
  word(quoted: string, isWhole: boolean): string;
  quote: string;
  and: string;
  or: string;
}
const FTS5: Syntax = {
  word: (quoted, isWhole) => (isWhole ? quoted : `${quoted}*`),
  ...{ quote: '"', and: ' AND ', or: ' OR ' },
};
const TSQUERY: Syntax = {
  word: (quoted, isWhole) => (isWhole ? quoted : `${quoted}:*`),
  ...{ quote: "'", and: ' & ', or: ' | ' },
};

function write(words: Words, syntax: Syntax): string {
  const inner = (part: Words) => write(part, syntax);
  if ('all' in words) return `(${words.all.map(inner).join(syntax.and)})`;
  if ('any' in words) return `(${words.any.map(inner).join(syntax.or)})`;
  const { quote } = syntax;
  // Words have letters, digits and signs beyond ASCII only; quoted all the same.
  return syntax.word(quote + words.word.replaceAll(/["'\\]/g, '') + quote, words.isWhole);
}

/** Whether a text of words between spaces has these. */
function textHolds(text: SQL, words: Words): SQL | undefined {
  const each = (parts: Words[]) => parts.map((part) => textHolds(text, part));
  if ('all' in words) return and(...each(words.all));
  if ('any' in words) return or(...each(words.any));
  return sql`instr(${text}, ${` ${words.word}${words.isWhole ? ' ' : ''}`}) > 0`;
}

/** PostgreSQL estimates rare words too high, and would scan the index of the order for them. */
const FEW = 3_000;

export const sqliteWords: WordSearch = ({ words, narrowing, lacking }) => {
  const all = narrowing ? { all: [words, narrowing] } : words;
  const text = write(all, FTS5) + (lacking ? ` NOT ${write(lacking, FTS5)}` : '');
  const matches = sql`listings_word_index match ${text}`;
  return {
    // It reads by the words, unless they have too many hits.
    few: 0,
    // A cross join, because SQLite then makes its left side the outer loop.
    from: sql`listings_word_index cross join listings_words w on w.n = listings_word_index.rowid`,
    matches,
    hits: sql`select rowid from listings_word_index where ${matches}`,
    holds: ({ searchWords }) => {
      const between = sql`(' ' || ${searchWords} || ' ')`;
      return sql`(${textHolds(between, all)} and not ${lacking ? textHolds(between, lacking) : sql`false`})`;
    },
  };
};

export const postgresWords: WordSearch = ({ words, narrowing, lacking }) => {
  // The function of the operator `@@`, for which PostgreSQL uses no index.
  const has = (of: Words) => sql`ts_match_vq(w.words, ${write(of, TSQUERY)}::tsquery)`;
  const others = and(narrowing ? has(narrowing) : undefined, lacking ? sql`not ${has(lacking)}` : undefined);
  return {
    few: FEW,
    from: sql`listings_words w`,
    matches: and(sql`w.words @@ ${write(words, TSQUERY)}::tsquery`, others) ?? sql`false`,
    hits: null,
    holds: ({ id }) =>
      sql`exists (select 1 from listings_words w where ${and(sql`w.id = ${id}`, has(words), others)})`,
  };
};

export async function countUpTo({ q }: Conn, ids: SQL, max: number): Promise<number> {
  const [row] = await q
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(sql`(select 1 from (${ids}) found limit ${max}) counted`);
  return row?.count ?? 0;
}
