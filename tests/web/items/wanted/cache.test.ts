import type { Wanted } from '@selvedge/shared/items/wanted';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { wantedMissed, wantedReceived, wantedRemoved } from '../../../../web/src/items/wanted/cache.ts';
import { WANTED_KEY, WANTED_LIST_KEY } from '../../../../web/src/items/wanted/keys.ts';
import type { LoadedPages } from '../../../../web/src/lib/live-pages.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const wanted = (n: number, changes: Partial<Wanted> = {}): Wanted => ({
  id: `w${n}`,
  buyer: { id: 'b', username: 'odile', profileImageUrl: null, isAdmin: false },
  title: `Coat ${n}`,
  brand: 'Kapital',
  size: '3',
  maxPrice: '900.00',
  description: null,
  createdAt: at(n),
  bumpedAt: at(n),
  isFulfilled: false,
  ...changes,
});

let queries: QueryClient;
const cacheList = (term: string, ...pages: Wanted[][]) =>
  queries.setQueryData<LoadedPages<Wanted>>([WANTED_LIST_KEY, term], {
    pages: pages.map((items) => ({ items, next: null, total: pages.flat().length })),
    pageParams: pages.map(() => ''),
  });
const listed = (term = '') =>
  queries
    .getQueryData<LoadedPages<Wanted>>([WANTED_LIST_KEY, term])
    ?.pages.map(({ items }) => items.map(({ id }) => id));
const total = (term = '') =>
  queries.getQueryData<LoadedPages<Wanted>>([WANTED_LIST_KEY, term])?.pages[0]?.total;
const isStale = (term = '') => queries.getQueryState([WANTED_LIST_KEY, term])?.isInvalidated;

beforeEach(() => {
  queries = new QueryClient();
  cacheList('', [wanted(5), wanted(4)], [wanted(3)]);
});

describe('a received WTB', () => {
  test('goes to the top when it is new', () => {
    wantedReceived(queries, wanted(6));
    wantedReceived(queries, wanted(6));
    expect(listed()).toEqual([['w6', 'w5', 'w4'], ['w3']]);
    expect(total()).toBe(4);
  });

  test('goes to the top of an empty list', () => {
    cacheList('', []);
    wantedReceived(queries, wanted(1));
    expect(listed()).toEqual([['w1']]);
  });

  test('keeps its position when it is edited', () => {
    wantedReceived(queries, wanted(3, { title: 'Boots' }));
    expect(listed()).toEqual([['w5', 'w4'], ['w3']]);
    expect(queries.getQueryData<LoadedPages<Wanted>>([WANTED_LIST_KEY, ''])?.pages[1]?.items[0]?.title).toBe(
      'Boots',
    );
  });

  test('moves to the top when it is bumped', () => {
    wantedReceived(queries, wanted(3, { bumpedAt: at(9) }));
    expect(listed()).toEqual([['w3', 'w5', 'w4'], []]);
    expect(total()).toBe(3);
  });

  test('joins the loaded pages only when it is bumped', () => {
    wantedReceived(queries, wanted(1, { title: 'Boots' }));
    expect(listed()).toEqual([['w5', 'w4'], ['w3']]);
    wantedReceived(queries, wanted(1, { bumpedAt: at(9) }));
    expect(listed()).toEqual([['w1', 'w5', 'w4'], ['w3']]);
  });

  test('leaves every list when found', () => {
    cacheList('coat', [wanted(4)]);
    wantedReceived(queries, wanted(4, { isFulfilled: true }));
    expect([listed(), listed('coat'), total('coat')]).toEqual([[['w5'], ['w3']], [[]], 0]);
  });

  test('refreshes only the searches that may find it', () => {
    cacheList('ECRU', []);
    cacheList('boots', []);
    wantedReceived(queries, wanted(6, { title: 'Écru coat' }));
    expect([isStale('ECRU'), isStale('boots'), listed('ECRU')]).toEqual([true, false, [[]]]);
  });

  test('updates its open page', () => {
    queries.setQueryData([WANTED_KEY, 'w5'], wanted(5));
    wantedReceived(queries, wanted(5, { maxPrice: '950.00' }));
    expect(queries.getQueryData<Wanted>([WANTED_KEY, 'w5'])?.maxPrice).toBe('950.00');
  });

  test('is not cached without an open page', () => {
    wantedReceived(queries, wanted(6));
    expect(queries.getQueryData([WANTED_KEY, 'w6'])).toBeUndefined();
  });
});

test('a removed WTB leaves the lists', () => {
  queries.setQueryData([WANTED_KEY, 'w3'], wanted(3));
  wantedRemoved(queries, 'w3');
  expect([listed(), total()]).toEqual([[['w5', 'w4'], []], 2]);
  expect(queries.getQueryState([WANTED_KEY, 'w3'])?.isInvalidated).toBe(true);
});

test('after a gap everything is refetched', () => {
  wantedMissed(queries);
  expect(isStale()).toBe(true);
});

test('a request in flight during an event is repeated', async () => {
  const responses: ((one: Wanted) => void)[] = [];
  const observer = new QueryObserver<Wanted>(queries, {
    queryKey: [WANTED_KEY, 'w5'],
    queryFn: () => new Promise((resolve) => responses.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  const found = wanted(5, { isFulfilled: true });
  wantedReceived(queries, found);
  responses[0]?.(wanted(5));
  await expect.poll(() => responses.length).toBe(2);
  responses[1]?.(found);
  await expect.poll(() => queries.getQueryData([WANTED_KEY, 'w5'])).toEqual(found);
  stop();
});
