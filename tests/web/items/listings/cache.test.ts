import type { Listing } from '@selvedge/shared/items/listings';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { listingReceived, listingRemoved } from '../../../../web/src/items/listings/cache.ts';
import { countAbove } from '../../../../web/src/items/listings/count-above.ts';
import type { LoadedPages } from '../../../../web/src/lib/live-pages.ts';

const SELLER = { id: 's', username: 'Marlow', profileImageUrl: null, isAdmin: false };
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const listing = (id: string, minute: number, changes: Partial<Listing> = {}): Listing => ({
  id,
  sellerId: SELLER.id,
  seller: SELLER,
  title: id,
  description: null,
  brand: 'Kapital',
  category: 'Outerwear',
  size: 'L',
  condition: 'Used',
  price: '365.00',
  isDiscounted: false,
  isSold: false,
  soldAt: null,
  createdAt: at(minute),
  bumpedAt: at(minute),
  lastBumpAt: null,
  images: [],
  placeholders: [],
  ...changes,
});

const LIST = ['listings', { brand: '' }];
function queriesWith(...listings: Listing[]) {
  const queries = new QueryClient();
  const pages: LoadedPages<Listing> = {
    pages: [
      { items: listings.slice(0, 2), next: '/more', total: listings.length },
      { items: listings.slice(2), next: null, total: null },
    ],
    pageParams: ['/', '/more'],
  };
  queries.setQueryData(LIST, pages);
  for (const one of listings) queries.setQueryData(['listing', one.id], one);
  const list = () => queries.getQueryData<LoadedPages<Listing>>(LIST);
  return { queries, list, items: () => list()?.pages.flatMap((page) => page.items) ?? [] };
}

test('a changed listing is updated in its position', () => {
  const { queries, items } = queriesWith(listing('a', 3), listing('b', 2), listing('c', 1));
  const bumped = listing('c', 9, { price: '300.00', isSold: true });
  listingReceived(queries, bumped, false);
  expect(queries.getQueryData(['listing', 'c'])).toEqual(bumped);
  expect(items().map(({ id, price, isSold }) => [id, price, isSold])).toEqual([
    ['a', '365.00', false],
    ['b', '365.00', false],
    ['c', '300.00', true],
  ]);
  expect(queries.getQueryData(['listing', 'unknown'])).toBeUndefined();
});

test('a removed listing leaves the lists', () => {
  const { queries, list, items } = queriesWith(listing('a', 3), listing('b', 2), listing('c', 1));
  listingRemoved(queries, 'b');
  expect(items().map(({ id }) => id)).toEqual(['a', 'c']);
  expect(list()?.pages[0]?.total).toBe(2);
  expect(queries.getQueryData(['listing', 'b'])).toBeUndefined();
});

test('a request in flight during an event is repeated', async () => {
  const queries = new QueryClient();
  const responses: ((one: Listing) => void)[] = [];
  const observer = new QueryObserver<Listing>(queries, {
    queryKey: ['listing', 'a'],
    queryFn: () => new Promise((resolve) => responses.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  const sold = listing('a', 1, { isSold: true });
  listingReceived(queries, sold, false);
  await expect.poll(() => responses.length).toBe(2);
  responses[0]?.(listing('a', 1));
  responses[1]?.(sold);
  await expect.poll(() => queries.getQueryData(['listing', 'a'])).toEqual(sold);
  stop();
});

test('listings above the top of the grid are new', () => {
  const grid = [listing('a', 5), listing('b', 4)];
  const count = (arrived: Listing[], shown = grid) =>
    countAbove(Object.fromEntries(arrived.map((one) => [one.id, one])), shown, '');
  expect(count([])).toBe(0);
  expect(count([listing('n', 6), listing('m', 7), listing('b', 8)])).toBe(3);
  expect(count([listing('a', 9), listing('old', 3)])).toBe(0);
  expect(count([listing('n', 6)], [])).toBe(1);
});
