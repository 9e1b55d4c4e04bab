import { formatPrice } from '@selvedge/shared/format';
import { Currency } from '@selvedge/shared/instance-settings';
import { PriceListing } from '@selvedge/shared/listings';
import { inCurrency } from '@selvedge/shared/prices';
import { expect, test } from 'vitest';
import { cleanPrice, wholePrice } from '../../../web/src/ui/clean-price.ts';

test.each([
  ['12e+3.4.5-', '123.45'],
  ['$1,200.999', '1200.99'],
  ['10000000', '10000000'],
  ['10000000.00', '10000000.00'],
  ['.5', '.5'],
  ['12.', '12.'],
  ['abc', ''],
])('a price field reduces "%s" to "%s"', (typed, cleaned) => expect(cleanPrice(typed, '7')).toBe(cleaned));

const CURRENCIES = Intl.supportedValuesOf('currency').filter((code) => Currency.safeParse(code).success);

test('there are many currencies with two decimals', () => expect(CURRENCIES.length).toBeGreaterThan(100));

test.each(CURRENCIES)('a price in %s reads as typed, and is understood when it is pasted', (currency) => {
  for (const [amount, cents] of [
    ['1234.50', 123_450],
    ['1234.00', 123_400],
    ['0.50', 50],
    ['10000000.00', 1_000_000_000],
  ] as const) {
    const shown = formatPrice(amount, currency);
    expect(shown.replace(/[^\d.]/g, '')).toContain(amount.replace(/\.00$/, ''));
    expect(PriceListing.parse({ price: wholePrice(cleanPrice(shown, '7')) })).toEqual({ price: cents });
  }
  const problem = PriceListing.safeParse({ price: '0' }).error?.issues[0]?.message ?? '';
  expect(inCurrency(problem, currency)).toBe(
    `Price must be a positive number up to ${formatPrice('10000000', currency)}`,
  );
});

test.each([
  ['10000000.01', '10000000.0'],
  ['10000001', '1000000'],
  ['19500000', '9500000'],
  ['25,000,000', ''],
])('"%s" is too large, so a price field keeps "%s"', (typed, before) => {
  expect(cleanPrice(typed, before)).toBe(before);
});

test.each([
  ['.5', '0.5'],
  ['12.', '12'],
  ['12.50', '12.50'],
  ['.', ''],
  ['', ''],
])('a price typed as "%s" is submitted as "%s"', (typed, meant) => expect(wholePrice(typed)).toBe(meant));
