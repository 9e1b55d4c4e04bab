import * as z from 'zod';
import { bytesOf, graphemes, isBlank } from './format.ts';

// Control characters except tab and line feed, and the bidirectional marks, overrides and isolates of Unicode UAX #9,
// which can make a text look different from what it contains.
const UNSAFE = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

// Combining marks on one letter beyond the thirty of Unicode's stream-safe text (UAX #15): normalization sorts the
// marks of a letter in quadratic time.
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
 * A schema of one text field. Its length is counted after cleaning, in graphemes, the characters as people see them. A
 * plain length check comes first, so that nobody can have a megabyte segmented.
 */
export function text({ max, maxBytes, required, tooLong, multiline = false }: TextRule) {
  const cleaned = z
    .string(required)
    .max(max * 32, tooLong)
    .meta({
      description: `At most ${max.toLocaleString('en-US')} characters as people see them, after trimming`,
    })
    .transform((value) => (multiline ? cleanText(value) : cleanText(value).replace(/\s+/gu, ' ')));
  // A grapheme has at least one UTF-16 unit: texts within `max` units need no segmenting.
  const bounded = cleaned.refine((value) => value.length <= max || graphemes(value) <= max, tooLong);
  const fitting =
    maxBytes === undefined ? bounded : bounded.refine((value) => bytesOf(value) <= maxBytes, tooLong);
  return required === undefined ? fitting : fitting.refine((value) => !isBlank(value), required);
}
