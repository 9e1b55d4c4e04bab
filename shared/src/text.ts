import * as z from 'zod';
import { bytesOf, graphemes, isBlank } from './format.ts';

// Controls but tab and line feed, and the bidirectional marks, overrides and isolates of Unicode UAX #9, with which
// a text can show another order than it has.
const UNSAFE = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

// Marks that stand on one letter beyond the thirty of Unicode's stream-safe text (UAX #15): putting those of one letter in
// order takes as many steps as the square of their number.
const STACKED = /(\p{M}{30})\p{M}+/gu;

/**
 * Text as it is stored: one line-break style, NFC, without control or direction-override characters, no more than thirty
 * marks on a letter, trimmed.
 */
export const cleanText = (text: string): string =>
  text.replace(STACKED, '$1').replace(/\r\n?/g, '\n').normalize('NFC').replace(UNSAFE, '').trim();

interface TextRule {
  max: number;
  /** In UTF-8. */
  maxBytes?: number;
  required?: string;
  tooLong: string;
  multiline?: boolean;
}

/**
 * A schema of one text field. Its length is counted in graphemes, the characters as people see them, after cleaning.
 * A plain length bound stands before that, so that nobody has a megabyte segmented.
 */
export function text({ max, maxBytes, required, tooLong, multiline = false }: TextRule) {
  const cleaned = z
    .string(required)
    .max(max * 32, tooLong)
    .meta({
      description: `At most ${max.toLocaleString('en-US')} characters as people see them, after trimming`,
    })
    .transform((value) => (multiline ? cleanText(value) : cleanText(value).replace(/\s+/gu, ' ')));
  // A grapheme is at least one unit of the string: short texts need no segmenting.
  const bounded = cleaned.refine((value) => value.length <= max || graphemes(value) <= max, tooLong);
  const fitting =
    maxBytes === undefined ? bounded : bounded.refine((value) => bytesOf(value) <= maxBytes, tooLong);
  return required === undefined ? fitting : fitting.refine((value) => !isBlank(value), required);
}
