import { cleanText } from '@selvedge/shared/platform/clean-text';
import { foldLetters } from '@selvedge/shared/platform/fold';
import { limitMarks, MARKS_MAX, STACKED_MAX } from '@selvedge/shared/platform/marks';
import { text } from '@selvedge/shared/platform/text';
import { expect, test } from 'vitest';
import { cpuOf } from '../../support/measuring/longest-turn.ts';

/** So many that sorting the marks of one letter in quadratic time takes a second. */
const PAIRS = 23_000;
const TURN_MAX_MS = 40;
const marksIn = (value: string): number => value.normalize('NFKD').replace(/\P{M}/gu, '').length;

test('every character that becomes a mark counts as one', () => {
  const uncounted: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/^\p{M}/u.test(character.normalize('NFKD'))) continue;
    const limited = limitMarks(`a${character.repeat(MARKS_MAX + 1)}`);
    if (limited !== `a${character.repeat(MARKS_MAX)}`) uncounted.push(`U+${code.toString(16).toUpperCase()}`);
  }
  expect(uncounted).toEqual([]);
});

test.each([
  ['accents and sound marks', `a${'\u0301\uFF9E'.repeat(PAIRS)}`],
  ['accents above and below', `a${'\u0301\u0323'.repeat(PAIRS)}`],
  ['accents that are several marks each', `a${'\u0344\u0323'.repeat(PAIRS)}`],
])('thousands of %s fold as fast as other text', (_, value) => {
  foldLetters(value);
  expect(cpuOf(() => foldLetters(value))).toBeLessThan(TURN_MAX_MS);
});

test('invisible characters let no more marks through', () => {
  const stored = cleanText(`a${`${'\u0301\u0323'.repeat(15)}\u200e`.repeat(100)}`);
  expect(marksIn(stored)).toBe(STACKED_MAX);
});

test('a field refuses the worst text quickly', () => {
  const Field = text({ max: 4_000, tooLong: 'Too long' });
  for (const worst of ['ﷺ', 'a\u0301\u0323', '\u0301\uFF9E']) {
    const value = worst.repeat(128_000 / worst.length).slice(0, 128_000);
    Field.safeParse(value);
    let result: ReturnType<typeof Field.safeParse> | undefined;
    const ms = cpuOf(() => {
      result = Field.safeParse(value);
    });
    expect(ms).toBeLessThan(TURN_MAX_MS);
    if (worst === 'ﷺ') expect(result?.error?.issues).toMatchObject([{ message: 'Too long' }]);
  }
});
