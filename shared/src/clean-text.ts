// Free of schemas, for the first page's code.

// Control characters except tab and line feed, and the bidirectional marks, overrides and isolates of Unicode
// UAX #9, which can make a text look different from its content.
const UNSAFE = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

// Combining marks on one letter beyond the thirty of Unicode's stream-safe text (UAX #15): normalization
// sorts a letter's marks in quadratic time.
const STACKED = /(\p{M}{30})\p{M}+/gu;

/**
 * Text as it is stored: one line-break style, NFC, without control or direction-override characters, at most
 * thirty marks on a letter, trimmed.
 */
export const cleanText = (text: string): string =>
  text.replace(STACKED, '$1').replace(/\r\n?/g, '\n').normalize('NFC').replace(UNSAFE, '').trim();
