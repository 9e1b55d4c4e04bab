import * as z from 'zod';
import { cleanText } from './clean-text.ts';
import { foldsWithin } from './fold.ts';
import { bytesOf, graphemes, isBlank } from './format.ts';
import { missing } from './input-errors.ts';
import { maxBytesOf } from './limits.ts';

interface TextRule {
  max: number;
  required?: string;
  tooLong: string;
  multiline?: boolean;
}

/**
 * A schema of one text field. Its length is counted after cleaning, in graphemes, the characters that a
 * reader sees, and in bytes (`maxBytesOf`), because one grapheme can weigh kilobytes. A plain length check comes first,
 * so that a megabyte is never segmented.
 */
export function text({ max, required, tooLong, multiline = false }: TextRule) {
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
  return required === undefined ? fitting : fitting.refine((value) => !isBlank(value), required);
}
