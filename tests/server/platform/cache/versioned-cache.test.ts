import { expect, test } from 'vitest';
import { readMarketVersion } from '../../../../server/src/platform/cache/market-version.ts';
import { createVersionedCache } from '../../../../server/src/platform/cache/versioned-cache.ts';

const lengthOf = (text: string) => text.length;

test('a value is computed once per version', async () => {
  const cache = createVersionedCache(1_000_000, lengthOf);
  let computed = 0;
  const make = async () => {
    computed += 1;
    return `answer ${computed}`;
  };
  expect(await Promise.all([cache.get('/a', 'v1', make), cache.get('/a', 'v1', make)])).toEqual([
    'answer 1',
    'answer 1',
  ]);
  expect(await cache.get('/a', 'v1', make)).toBe('answer 1');
  expect(await cache.get('/b', 'v1', make)).toBe('answer 2');
  expect(await cache.get('/a', 'v2', make)).toBe('answer 3');
});

test('a failed computation is not cached', async () => {
  const cache = createVersionedCache(1_000_000, lengthOf);
  await expect(cache.get('/a', 'v1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await cache.get('/a', 'v1', async () => 'there')).toBe('there');
});

test('the cache stays within its size limit', async () => {
  const cache = createVersionedCache(10_000, lengthOf);
  const computed: string[] = [];
  const get = (key: string, version = 'v1') =>
    cache.get(key, version, async () => {
      computed.push(key);
      return 'x'.repeat(2_000);
    });
  for (let n = 0; n < 100; n += 1) {
    await get('/often');
    await get(`/once/${n}`, `v1`);
    expect(cache.bytes()).toBeLessThanOrEqual(10_000);
  }
  expect(computed.filter((key) => key === '/often')).toHaveLength(1);
  await get('/once/0');
  expect(computed.filter((key) => key === '/once/0')).toHaveLength(2);
  // A newer version replaces the older one.
  for (let n = 0; n < 100; n += 1) await get('/often', `v${n}`);
  expect(cache.bytes()).toBeLessThanOrEqual(10_000);
  // A value larger than the cache evicts nothing.
  await get('/there');
  const huge = await cache.get('/huge', 'v1', async () => 'x'.repeat(20_000));
  expect(huge).toHaveLength(20_000);
  await get('/there');
  expect(computed.filter((key) => key === '/there')).toHaveLength(1);
  expect(cache.bytes()).toBeLessThanOrEqual(10_000);
});

test('each request gets a version read after it arrived', async () => {
  const started: ((version: string) => void)[] = [];
  const version = readMarketVersion({
    read: () =>
      new Promise<never>((resolve) => {
        started.push((version) => resolve([{ version }] as never));
      }),
  });
  const first = [version(), version()];
  await expect.poll(() => started.length).toBe(1);
  const later = [version(), version(), version()];
  started[0]?.('v1');
  expect(await Promise.all(first)).toEqual(['v1', 'v1']);
  await expect.poll(() => started.length).toBe(2);
  started[1]?.('v2');
  expect(await Promise.all(later)).toEqual(['v2', 'v2', 'v2']);
  expect(started).toHaveLength(2);
});
