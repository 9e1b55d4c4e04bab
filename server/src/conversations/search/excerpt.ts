import { foldForSearch } from '@selvedge/shared/fold';
import type { Excerpt } from '@selvedge/shared/message-search';

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

/**
 * Cuts an excerpt around the first match of a folded term; null if there is none. The match covers whole
 * graphemes, even though folding changes the length of some.
 */
export function excerptOf(text: string, foldedTerm: string): Excerpt | null {
  const characters: string[] = [];
  /** For each code unit of the folded text, the index of its original character. */
  const origins: number[] = [];
  let folded = '';
  for (const { segment } of segmenter.segment(inOneLine(text))) {
    const sign = foldForSearch(segment);
    // Several spaces fold into one.
    const part = folded.endsWith(' ') ? sign.replace(/^ /, '') : sign;
    for (let unit = 0; unit < part.length; unit += 1) origins.push(characters.length);
    folded += part;
    characters.push(segment);
  }
  const at = folded.indexOf(foldedTerm);
  if (at < 0) return null;
  const from = origins[at] ?? 0;
  const to = (origins[at + foldedTerm.length - 1] ?? from) + 1;
  const start = startOf(characters, from);
  const end = Math.min(characters.length, to + AFTER);
  const part = (a: number, b: number) => characters.slice(a, b).join('');
  return {
    before: (start > 0 ? '…' : '') + part(start, from),
    match: part(from, to),
    after: part(to, end) + (end < characters.length ? '…' : ''),
  };
}
