import { cleanText } from './clean-text.ts';
import { limitMarks } from './marks.ts';

// Letters with a stroke or ligature, which Unicode does not decompose, and the Greek final sigma.
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i', ς: 'σ' };

/**
 * A text normalized for comparison: in lower case, without diacritics. Takes linear time for any text,
 * cleaned or not.
 */
export const foldLetters = (text: string): string =>
  limitMarks(text)
    // Decomposed first: some compatibility characters decompose into capitals.
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øłđæœßıς]/gu, (letter) => PLAIN[letter] ?? letter);

/** By what factor a text may grow when folded: Korean syllables fold into three letters. */
const GROWTH_MAX = 4;
/** By what factor the worst character grows: `ﷺ` folds into 18. */
const GROWTH_OF_ONE = 18;

/**
 * Whether a text of up to `max` characters stays about that long when folded. Searching and matching fold
 * texts over and over, so text made of the few characters that grow more is rejected on input.
 */
export function foldsWithin(text: string, max: number): boolean {
  const bound = Math.max(text.length, max * GROWTH_MAX);
  return text.length * GROWTH_OF_ONE <= bound || foldLetters(text).length <= bound;
}

/**
 * How much folded text a search covers, in UTF-16 units. At three bytes each they fit into one entry of a
 * PostgreSQL index (2,704 bytes). Ordinary text is far shorter, but text made of joined emoji need not be.
 */
const FOLDED_MAX = 600;

/** Text normalized for search: lower case, without diacritics, one line per field. */
export const foldText = (...fields: string[]): string =>
  foldLetters(fields.map((field) => cleanText(field).replace(/\s+/gu, ' ')).join('\n')).slice(0, FOLDED_MAX);

/** Whether a search for a term finds one of the fields, by the same rules as the database. */
export const isFoundBy = (term: string, ...fields: string[]): boolean =>
  foldText(...fields).includes(foldText(term));
