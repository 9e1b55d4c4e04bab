// Imports no schemas, because the first page loads this file.
import { limitMarks, limitStacks } from './marks.ts';

// Control characters except tab and line feed, surrogates without their other half, which no database stores as
// they are, and the bidirectional marks, overrides and isolates of Unicode
// UAX #9, which can make a text look different from its content.
const UNSAFE = /(?![\t\n])\p{Cc}|\p{Cs}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Scripts whose letters joiners shape: Arabic to Syriac, those of India, and Burmese, Khmer and Mongolian. */
const SHAPED = String.raw`[\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u18af]`;
// Invisible characters that change what a reader sees, with what they change; everywhere else they only disguise a text.
const VISIBLE = [
  // The parts of an emoji, its look, keycaps and the flags of regions (UTS #51).
  String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?[\u{1f3fb}-\u{1f3ff}]?\u200d(?=\p{Extended_Pictographic})`,
  String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]|[\d#*]\ufe0f(?=\u20e3)`,
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  // Joiners between letters that they shape (UAX #31, section 2.3.1), and variants of Han and Mongolian characters.
  String.raw`${SHAPED}[\u200c\u200d](?=${SHAPED})`,
  String.raw`\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|\p{Script=Mongolian}[\u180b-\u180f]`,
];
const INVISIBLE = new RegExp(String.raw`(${VISIBLE.join('|')})|\p{Default_Ignorable_Code_Point}`, 'gu');

/** Removes the invisible characters that change nothing about what a reader sees. */
const dropInvisible = (text: string): string => text.replace(INVISIBLE, '$1');

/**
 * Text as it is stored: one line-break style, NFC, without control, invisible or direction-override characters, at most
 * four marks above and below a letter, trimmed.
 */
export function cleanText(text: string): string {
  return limitStacks(
    limitMarks(dropInvisible(text.replace(/\r\n?/g, '\n').replace(UNSAFE, ''))).normalize('NFD'),
  )
    .normalize('NFC')
    .trim();
}
