// Before the modules under test.
import '../../../support/data/page.ts';

import { expect, test } from 'vitest';
import {
  CLEARED,
  chipsOf,
  homePath,
  listAddress,
  readFilters,
  sizesAddress,
} from '../../../../web/src/items/listings/filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

test('the filters of a URL survive a round trip', () => {
  const query =
    'brand=kapital&category=Tops&condition=Gently+used&size=XL&size=EU+42&minPrice=50&maxPrice=99.5&sold=false&sort=price-desc';
  expect(homePath(read(query))).toBe(`/?${query}`);
  expect(listAddress(read(query))).toBe(`/api/listings?fields=card&${query}`);
  expect(homePath(read(''))).toBe('/');
});

test('invalid values in a URL are ignored', () => {
  const nonsense =
    'category=tops&condition=&size=toolong&size=&minPrice=x&maxPrice=99999999999&sold=1&sort=best&x=y';
  expect(homePath(read(nonsense))).toBe('/');
  expect(homePath(read('sort=bumped&minPrice=5.&maxPrice=.5'))).toBe('/?minPrice=0.5&maxPrice=5');
});

test('a repeated size is one filter each', () => {
  const chips = chipsOf(read('size=M&size=XXL&size=M'));
  expect(chips.map(({ text }) => text)).toEqual(['Size M', 'Size XXL']);
  expect(homePath({ ...read('size=M&size=XXL'), ...chips[0]?.cleared })).toBe('/?size=XXL');
});

test('the sizes are those of the other filters', () => {
  expect(sizesAddress(read('q=coat&size=M&minPrice=5&sort=newest'))).toBe(
    '/api/listing-sizes?q=coat&minPrice=5',
  );
});

test('prices in the wrong order are swapped', () => {
  expect(read('minPrice=900&maxPrice=100')).toMatchObject({ minPrice: '100', maxPrice: '900' });
  expect(homePath({ ...read('maxPrice=100'), minPrice: '900' })).toBe('/?minPrice=100&maxPrice=900');
});

test('each active filter has a chip that clears it', () => {
  const filters = read('brand=kapital&category=Tops&size=m&minPrice=50&maxPrice=99.5&sold=false&sort=newest');
  const chips = chipsOf(filters);
  expect(chips.map(({ text }) => text)).toEqual(['Tops', 'Size M', '$50 to $99.50', 'Sold hidden']);
  expect(homePath({ ...filters, ...chips[2]?.cleared })).toBe(
    '/?brand=kapital&category=Tops&size=m&sold=false&sort=newest',
  );
  expect(homePath({ ...filters, ...CLEARED })).toBe('/?brand=kapital&sort=newest');
  expect(chipsOf(read('minPrice=50')).map(({ text }) => text)).toEqual(['From $50']);
  expect(chipsOf(read('maxPrice=50&sold=true')).map(({ text }) => text)).toEqual(['Up to $50', 'Sold only']);
});
