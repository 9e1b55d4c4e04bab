import { expect, test } from 'vitest';
import { timeLeft } from '../../../../web/src/items/proof/time-left.ts';

const UNTIL = '2026-11-28T12:00:00Z';
const before = (ms: number) => Date.parse(UNTIL) - ms;
const MINUTE = 60_000;

test('the time left for a code is rounded up', () => {
  expect(timeLeft(UNTIL, before(72 * 60 * MINUTE))).toBe('72 h 0 min');
  expect(timeLeft(UNTIL, before(72 * 60 * MINUTE - 1))).toBe('72 h 0 min');
  expect(timeLeft(UNTIL, before(61 * MINUTE))).toBe('1 h 1 min');
  expect(timeLeft(UNTIL, before(59 * MINUTE))).toBe('59 min');
  expect(timeLeft(UNTIL, before(1))).toBe('1 min');
});

test('an expired code has no time left', () => {
  expect(timeLeft(UNTIL, before(0))).toBeNull();
  expect(timeLeft(UNTIL, before(-MINUTE))).toBeNull();
});
