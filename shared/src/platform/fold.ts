import { cleanText } from './clean-text.ts';
import { limitMarks } from './marks.ts';

// Letters with a stroke or ligature, which Unicode does not decompose, and the Greek final sigma.
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i', ς: 'σ' };

// What phones, word processors and other keyboards write for one key.
const APOSTROPHE = /[`´‘’‛′ʹʻʼ]/gu;
const QUOTE = /[“”„‟″«»]/gu;

/**
 * A text normalized for comparison: in lower case, without diacritics and invisible characters, with one kind
 * of apostrophe. Takes linear time for any text, cleaned or not.
 */
export function foldLetters(text: string): string {
  // ASCII but for the backtick, in a third of the time: most texts, in which nothing decomposes or is left out.
  if (!/[^\n -_a-~]/.test(text)) return text.toLowerCase();
  return (
    limitMarks(text)
      // First, because `´` decomposes into a space and a mark.
      .replace(APOSTROPHE, "'")
      // Decomposed first: some compatibility characters decompose into capitals.
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
      .replace(/[øłđæœßıς]/gu, (letter) => PLAIN[letter] ?? letter)
  );
}

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

/** Signs that people leave out, as in `A.P.C.`, `Dr. Martens` and `Levi’s`. */
const OMITTED = /[.'·・]/gu;
/** What people type as one space: `Jean-Paul` is `Jean Paul`. */
const SPACES = /[\s\p{Pd}−]+/gu;

/** A text normalized for search, in one line: its letters folded, without the signs that people leave out. */
export function foldForSearch(text: string): string {
  return foldLetters(text).replace(QUOTE, '"').replace(OMITTED, '').replace(SPACES, ' ');
}

/** Text normalized for search, one line per field. A field of nothing but omitted signs keeps them. */
export function foldText(...fields: string[]): string {
  return fields
    .map((field) => foldForSearch(field).trim() || foldLetters(cleanText(field)).replace(/\s+/gu, ' '))
    .join('\n')
    .slice(0, FOLDED_MAX);
}

/** Whether a search for a term finds one of the fields, by the same rules as the database. */
export function isFoundBy(term: string, ...fields: string[]): boolean {
  return foldText(...fields).includes(foldText(term));
}
