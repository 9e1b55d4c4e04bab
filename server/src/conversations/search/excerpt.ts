import { foldLetters } from '@selvedge/shared/fold';
import type { Excerpt } from '@selvedge/shared/message-search';

/** How many characters an excerpt shows before and after the match. */
const BEFORE = 24;
const AFTER = 96;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const inOneLine = (text: string): string => text.replace(/\s+/gu, ' ');

/** A text as search compares it: folded, in one line. `%` and `_` are letters like any other. */
export const foldMessage = (text: string): string => inOneLine(foldLetters(text));

/** Where an excerpt starts: with the first word that fits before the match, or within a word that is longer. */
function startOf(characters: string[], from: number): number {
  const earliest = Math.max(0, from - BEFORE);
  if (earliest === 0) return 0;
  const space = characters.slice(earliest - 1, from).indexOf(' ');
  return space < 0 ? earliest : earliest + space;
}

/**
 * Cuts a text around the first match of a folded term; null when there is none. The match is marked in whole characters
 * as people see them (graphemes), although folding makes some of them longer and some shorter.
 */
export function excerptOf(text: string, foldedTerm: string): Excerpt | null {
  const characters: string[] = [];
  /** The index of the character from which each code unit of the folded text comes. */
  const origins: number[] = [];
  let folded = '';
  for (const { segment } of segmenter.segment(inOneLine(text))) {
    const part = foldMessage(segment);
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
