import { currencyName } from '@selvedge/shared/platform/currency';
import {
  counted,
  currencySymbol,
  formatCount,
  formatPrice,
  graphemes,
  messageClock,
  percentOff,
  relativeTime,
  relativeTimeInText,
  truncate,
  waitTime,
} from '@selvedge/shared/platform/format';
import { describe, expect, test } from 'vitest';

test.each([
  ['120.00', 'USD', '$120'],
  ['99.50', 'USD', '$99.50'],
  ['1240.00', 'USD', '$1,240'],
  ['10000000.00', 'USD', '$10,000,000'],
  ['120.00', 'EUR', '€120'],
  ['1240.50', 'CAD', 'CA$1,240.50'],
])('%s %s reads %s', (price, currency, text) => expect(formatPrice(price, currency)).toBe(text));

test('a currency has its own symbol', () => {
  expect(['USD', 'EUR', 'CAD'].map(currencySymbol)).toEqual(['$', '€', 'CA$']);
  expect(['USD', 'EUR', 'CAD'].map(currencyName)).toEqual(['US dollars', 'euros', 'Canadian dollars']);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_001, '1,000+'],
])('a count of %d reads %s', (total, text) => expect(formatCount(total)).toBe(text));

test('an age within a sentence is in lower case', () => {
  const now = Date.now();
  expect(relativeTimeInText(new Date(now).toISOString(), now)).toBe('just now');
});

test('one is counted in the singular', () => {
  expect([1, 2, 1_000].map((count) => counted(count, 'character'))).toEqual([
    '1 character',
    '2 characters',
    '1,000 characters',
  ]);
});

test('the discount is rounded to a whole percent', () => {
  expect(percentOff('365.00', '511.00')).toBe(29);
  expect(percentOff('90.00', '100.00')).toBe(10);
  // Half a percent rounds up (spec section 9), so a discount of 9.5 percent bumps the listing.
  expect([percentOff('90.51', '100.00'), percentOff('90.50', '100.00')]).toEqual([9, 10]);
});

describe('an age', () => {
  const now = Date.parse('2026-06-15T12:00:00.000Z');
  const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now);
  test.each([
    [-3600, 'Just now'],
    [0, 'Just now'],
    [-0.001, 'Just now'],
    [9, 'Just now'],
    [9.999, 'Just now'],
    [10, '10s ago'],
    [59, '59s ago'],
    [59.999, '59s ago'],
    [60, '1m ago'],
    [3599, '59m ago'],
    [3600, '1h ago'],
    [86_399, '23h ago'],
    [86_400, '1d ago'],
    [604_799, '6d ago'],
  ])('of %i seconds reads %s', (seconds, text) => expect(ago(seconds)).toBe(text));
  test.each([7, 8])('of %i days is shown as a date', (days) =>
    expect(ago(days * 86_400)).toMatch(/^6\/[78]\/2026$/),
  );
});

test.each([
  [0, '1s'],
  [1, '1s'],
  [59_000, '59s'],
  [59_001, '60s'],
  [60_000, '1m'],
  [3_599_999, '60m'],
  [3_600_000, '1h'],
  [4 * 3_600_000 + 1, '5h'],
  [86_399_999, '24h'],
  [86_400_000, '1d'],
  [86_400_001, '2d'],
])('a wait of %i ms reads %s', (ms, text) => expect(waitTime(ms)).toBe(text));

describe('days in Los Angeles', () => {
  const { dayLabel, time } = messageClock('America/Los_Angeles');
  const at = (iso: string) => Date.parse(iso);
  test('change at local midnight', () => {
    const now = at('2026-06-15T07:30:00Z'); // half past midnight there
    expect(dayLabel('2026-06-15T07:00:00Z', now)).toBe('Today');
    expect(dayLabel('2026-06-15T06:59:00Z', now)).toBe('Yesterday');
    expect(dayLabel('2026-06-14T06:59:00Z', now)).toBe('Sat, Jun 13');
  });
  test('of 23 hours count as days', () => {
    expect(dayLabel('2026-03-08T09:00:00Z', at('2026-03-09T07:30:00Z'))).toBe('Yesterday');
    expect(dayLabel('2026-11-01T08:00:00Z', at('2026-11-02T08:30:00Z'))).toBe('Yesterday');
  });
  test('of another year include the year', () => {
    expect(dayLabel('2025-12-31T20:00:00Z', at('2026-06-15T12:00:00Z'))).toBe('Dec 31, 2025');
  });
  test('have 12-hour times', () => expect(time('2026-06-15T04:28:00Z')).toMatch(/^9:28\sPM$/));
});

test('text is cut at grapheme boundaries', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(graphemes(`${family}é`)).toBe(2);
  expect(graphemes(family.repeat(5), 3)).toBe(3);
  expect(truncate(family.repeat(5), 3)).toBe(`${family.repeat(3)}…`);
  expect(truncate('Type II trucker, sashiko lining', 25)).toBe('Type II trucker, sashiko…');
  expect(truncate('short', 25)).toBe('short');
});
