import { globSync } from 'node:fs';
import { Currency } from '@selvedge/shared/instance/instance-settings';
import { PriceListing } from '@selvedge/shared/items/listings';
import { inCurrency } from '@selvedge/shared/items/prices';
import { formatPrice } from '@selvedge/shared/platform/format';
import { readMoney } from '@selvedge/shared/platform/money';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { REFUSED_MONEY, TYPED_MONEY } from '../../support/data/money.ts';

const SOURCES = new URL('../../../shared/src/', import.meta.url);
const modules = await Promise.all(
  globSync('**/*.ts', { cwd: SOURCES }).map(
    (file): Promise<Record<string, unknown>> => import(new URL(file, SOURCES).href),
  ),
);
/** Every money field of the contract: what takes `12.34` for 1234 cents. */
const fields = modules.flatMap((module) =>
  Object.entries(module).flatMap(([name, schema]) =>
    schema instanceof z.ZodObject
      ? Object.entries<z.ZodType>(schema.shape).flatMap(([field, type]) =>
          type.safeParse('12.34').data === 1_234 ? [{ name: `${name}.${field}`, type }] : [],
        )
      : [],
  ),
);

test('the money fields of the contract are found', () => {
  const names = fields.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['ListingForm.price', 'PriceListing.price', 'DiscountListing.newPrice'],
      ...['MakeOffer.amount', 'WantedFields.maxPrice'],
    ]),
  );
});

describe.each(fields)('$name', ({ type }) => {
  test.each(TYPED_MONEY)('"%s" is understood as %i cents', (typed, cents) => {
    expect(type.parse(readMoney(typed))).toBe(cents);
  });
  test.each(REFUSED_MONEY)('"%s" is refused in words', (typed) => {
    expect(type.safeParse(readMoney(typed)).error?.issues[0]?.message).toMatch(/^[A-Z].* .*/);
  });
});

const CURRENCIES = Intl.supportedValuesOf('currency').filter((code) => Currency.safeParse(code).success);

test('there are many currencies with two decimals', () => expect(CURRENCIES.length).toBeGreaterThan(100));

test.each(CURRENCIES)('a price in %s is understood as shown', (currency) => {
  for (const [amount, cents] of [
    ['1234.50', 123_450],
    ['1234.00', 123_400],
    ['0.50', 50],
    ['10000000.00', 1_000_000_000],
  ] as const) {
    const shown = formatPrice(amount, currency);
    expect(PriceListing.parse({ price: readMoney(shown) })).toEqual({ price: cents });
  }
});

test.each(CURRENCIES)('the highest price is named in %s', (currency) => {
  const problem = PriceListing.safeParse({ price: '0' }).error?.issues[0]?.message ?? '';
  expect(inCurrency(problem, currency)).toBe(
    `Price must be a positive number up to ${formatPrice('10000000', currency)}`,
  );
});
