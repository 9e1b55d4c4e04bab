import type { TextPart } from '@selvedge/shared/instance/text-pages';
import { truncate } from '@selvedge/shared/platform/format';

const HEADING = /^h\d$/;

/** The words below the headings of a text; blocks are separated by a space. */
function wordsOf(part: TextPart): string {
  if (typeof part === 'string') return part;
  const { tag, children } = part;
  if (HEADING.test(tag)) return '';
  const words = children.map(wordsOf).join('');
  return ['p', 'li', 'pre', 'br'].includes(tag) ? `${words} ` : words;
}

/** How a text begins, in one line of at most that many characters; null if it has only headings. */
export function firstWords(content: readonly TextPart[], max: number): string | null {
  const words = content.map(wordsOf).join('').replace(/\s+/gu, ' ').trim();
  return words === '' ? null : truncate(words, max);
}
