/** The most marks per letter that Unicode's Stream-Safe Text Format allows (UAX #15). */
export const MARKS_MAX = 30;

// Combining marks, and the letters that compatibility normalization (NFKD) turns into such marks: the Thai
// and Lao vowels AM, and the halfwidth sound marks of kana.
const MARK = String.raw`[\p{M}\u0e33\u0eb3\uff9e\uff9f]`;
const STACKED = new RegExp(`(${MARK}{${MARKS_MAX}})${MARK}+`, 'gu');

/**
 * Cuts off the marks of a letter beyond the first thirty. Normalization sorts the marks of a letter in
 * quadratic time, so every text must pass through this function before it is normalized.
 */
export const limitMarks = (text: string): string => text.replace(STACKED, '$1');
