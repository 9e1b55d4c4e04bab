// Imports no schemas, because the first page loads this file.
import { limitMarks } from './marks.ts';

// Control characters except tab and line feed, surrogates without their other half, which no database stores as
// they are, and the bidirectional marks, overrides and isolates of Unicode
// UAX #9, which can make a text look different from its content.
const UNSAFE = /(?![\t\n])\p{Cc}|\p{Cs}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text as it is stored: one line-break style, NFC, without control or direction-override characters, at most
 * thirty marks on a letter, trimmed.
 */
export const cleanText = (text: string): string =>
  // Remove invisible characters before limiting marks: one between two marks would restart the count.
  limitMarks(text.replace(/\r\n?/g, '\n').replace(UNSAFE, '')).normalize('NFC').trim();
