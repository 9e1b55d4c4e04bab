import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatInstant } from '../../../../server/src/platform/core/format-instant.ts';

test('an instant is formatted like `toISOString`', () => {
  for (const ms of [0, -1, 86_399_999, 86_400_000, 253_402_300_799_999, -62_198_755_200_000, 8.64e15]) {
    expect(formatInstant(new Date(ms))).toBe(new Date(ms).toISOString());
  }
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (at) => formatInstant(at) === at.toISOString()),
    { numRuns: 5_000 },
  );
});

test('an invalid date cannot be formatted', () => {
  expect(() => formatInstant(new Date(Number.NaN))).toThrow(RangeError);
});
