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
