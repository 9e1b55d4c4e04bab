import type { Excerpt } from '@selvedge/shared/conversations/message-search';
import { foldForSearch } from '@selvedge/shared/platform/fold';

/** How many characters an excerpt shows before and after the match. */
const BEFORE = 24;
const AFTER = 96;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const inOneLine = (text: string): string => text.replace(/\s+/gu, ' ');

/** Where an excerpt starts: at the first whole word that fits before the match, or within a longer word. */
function startOf(characters: string[], from: number): number {
  const earliest = Math.max(0, from - BEFORE);
  if (earliest === 0) return 0;
  const space = characters.slice(earliest - 1, from).indexOf(' ');
  return space < 0 ? earliest : earliest + space;
}

/** The first number from `low` to `high` that fits, if all after it do, and the last one does. */
function firstWhere(low: number, high: number, fits: (n: number) => boolean): number {
  if (low >= high) return high;
  const middle = Math.floor((low + high) / 2);
  return fits(middle) ? firstWhere(low, middle, fits) : firstWhere(middle + 1, high, fits);
}

/** Null without a match. A match covers whole graphemes, though folding changes the length of some. */
export function excerptOf(text: string, foldedTerm: string): Excerpt | null {
  const characters = Array.from(segmenter.segment(inOneLine(text)), ({ segment }) => segment);
  const isIn = (a: number, b: number) => foldForSearch(characters.slice(a, b).join('')).includes(foldedTerm);
  if (!isIn(0, characters.length)) return null;
  // The shortest start with the term, then its shortest end: a few long folds beat one for each character.
  const to = firstWhere(0, characters.length, (end) => isIn(0, end));
  const from = firstWhere(0, to, (start) => !isIn(start + 1, to));
  const start = startOf(characters, from);
  const end = Math.min(characters.length, to + AFTER);
  const part = (a: number, b: number) => characters.slice(a, b).join('');
  return {
    before: (start > 0 ? '…' : '') + part(start, from),
    match: part(from, to),
    after: part(to, end) + (end < characters.length ? '…' : ''),
  };
}
