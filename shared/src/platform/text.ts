import * as z from 'zod';
import { cleanText } from './clean-text.ts';
import { foldsWithin } from './fold.ts';
import { bytesOf, graphemes, isBlank, truncate } from './format.ts';
import { missing } from './input-errors.ts';
import { maxBytesOf } from './limits.ts';
import { mixedWordIn } from './scripts.ts';

interface TextRule {
  max: number;
  required?: string;
  tooLong: string;
  multiline?: boolean;
  /** What it names can be forged with look-alike letters: no word may mix scripts. */
  isName?: boolean;
}

const WORD_SHOWN = 30;
const mixedText = (text: string): string =>
  `Use one alphabet in each word: “${truncate(mixedWordIn(text) ?? '', WORD_SHOWN)}” mixes several`;

/**
 * A schema of one text field. Its length is counted after cleaning, in graphemes, the characters that a
 * reader sees, and in bytes (`maxBytesOf`), because one grapheme can weigh kilobytes. A plain length check comes first,
 * so that a megabyte is never segmented.
 */
export function text({ max, required, tooLong, multiline = false, isName = false }: TextRule) {
  const cleaned = z
    .string(required === undefined ? undefined : missing(required))
    .max(max * 32, tooLong)
    .meta({
      description: `At most ${max.toLocaleString('en-US')} visible characters and ${maxBytesOf(max).toLocaleString('en-US')} bytes, after trimming`,
    })
    .transform((value) => (multiline ? cleanText(value) : cleanText(value).replace(/\s+/gu, ' ')));
  // Each check costs more than the previous one and runs only if that one passes.
  const refusal = { error: tooLong, abort: true };
  // A grapheme has at least one UTF-16 unit: texts within `max` units need no segmenting.
  const bounded = cleaned.refine((value) => value.length <= max || graphemes(value, max + 1) <= max, refusal);
  const sized = bounded.refine((value) => bytesOf(value) <= maxBytesOf(max), refusal);
  const fitting = sized.refine((value) => foldsWithin(value, max), refusal);
  const named = isName
    ? fitting.refine((value) => mixedWordIn(value) === undefined, {
        error: ({ input }) => mixedText(String(input)),
      })
    : fitting;
  return required === undefined ? named : named.refine((value) => !isBlank(value), required);
}
