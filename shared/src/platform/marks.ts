/** The most marks per letter that Unicode's Stream-Safe Text Format allows (UAX #15). */
export const MARKS_MAX = 30;
/** The most marks above and below one letter in text that is not forged (UTS #39, section 5.4). */
export const STACKED_MAX = 4;

// Combining marks, and the letters that compatibility normalization (NFKD) turns into such marks: the Thai
// and Lao vowels AM, and the halfwidth sound marks of kana.
const MARK = String.raw`[\p{M}\u0e33\u0eb3\uff9e\uff9f]`;
const SURPLUS = new RegExp(`(${MARK}{${MARKS_MAX}})${MARK}+`, 'gu');
const RUN = new RegExp(String.raw`\p{M}{${STACKED_MAX + 1},}`, 'gu');
const STACKED = /[\p{Mn}\p{Me}]/gu;

/**
 * Cuts off the marks of a letter beyond the first thirty. Normalization sorts the marks of a letter in
 * quadratic time, so every text must pass through this function before it is normalized.
 */
export function limitMarks(text: string): string {
  return text.replace(SURPLUS, '$1');
}

/** Cuts off the marks beyond the fourth above and below a letter; those beside it, such as Burmese vowels, stay. */
export function limitStacks(text: string): string {
  return text.replace(RUN, (run) => {
    let stacked = 0;
    return run.replace(STACKED, (mark) => {
      stacked += 1;
      return stacked > STACKED_MAX ? '' : mark;
    });
  });
}
