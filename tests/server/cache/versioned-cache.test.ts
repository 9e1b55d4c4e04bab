import { expect, test } from 'vitest';
import { readMarketVersion } from '../../../server/src/cache/market-version.ts';
import { createVersionedCache } from '../../../server/src/cache/versioned-cache.ts';

const lengthOf = (text: string) => text.length;

test('what was made is made once for a version, also for those who ask at once', async () => {
  const kept = createVersionedCache(1_000_000, lengthOf);
  let made = 0;
  const make = async () => {
    made += 1;
    return `answer ${made}`;
  };
  expect(await Promise.all([kept.get('/a', 'v1', make), kept.get('/a', 'v1', make)])).toEqual([
    'answer 1',
    'answer 1',
  ]);
  expect(await kept.get('/a', 'v1', make)).toBe('answer 1');
  expect(await kept.get('/b', 'v1', make)).toBe('answer 2');
  expect(await kept.get('/a', 'v2', make)).toBe('answer 3');
});

test('what fails is not kept', async () => {
  const kept = createVersionedCache(1_000_000, lengthOf);
  await expect(kept.get('/a', 'v1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await kept.get('/a', 'v1', async () => 'there')).toBe('there');
});

test('it never holds more than it may, and lets go first of what nobody has asked for the longest', async () => {
  const kept = createVersionedCache(10_000, lengthOf);
  const made: string[] = [];
  const ask = (key: string, version = 'v1') =>
    kept.get(key, version, async () => {
      made.push(key);
      return 'x'.repeat(2_000);
    });
  for (let n = 0; n < 100; n += 1) {
    await ask('/often');
    await ask(`/once/${n}`, `v1`);
    expect(kept.bytes()).toBeLessThanOrEqual(10_000);
  }
  expect(made.filter((key) => key === '/often')).toHaveLength(1);
  await ask('/once/0');
  expect(made.filter((key) => key === '/once/0')).toHaveLength(2);
  // Newer versions take the place of older ones.
  for (let n = 0; n < 100; n += 1) await ask('/often', `v${n}`);
  expect(kept.bytes()).toBeLessThanOrEqual(10_000);
  // What it can never hold puts nothing else out.
  await ask('/there');
  const huge = await kept.get('/huge', 'v1', async () => 'x'.repeat(20_000));
  expect(huge).toHaveLength(20_000);
  await ask('/there');
  expect(made.filter((key) => key === '/there')).toHaveLength(1);
  expect(kept.bytes()).toBeLessThanOrEqual(10_000);
});

test('a version is read after it was asked for, and by all who asked meanwhile at once', async () => {
  const begun: ((version: string) => void)[] = [];
  const version = readMarketVersion({
    read: () =>
      new Promise<never>((resolve) => {
        begun.push((version) => resolve([{ version }] as never));
      }),
  });
  const first = [version(), version()];
  await expect.poll(() => begun.length).toBe(1);
  const later = [version(), version(), version()];
  begun[0]?.('v1');
  expect(await Promise.all(first)).toEqual(['v1', 'v1']);
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.('v2');
  expect(await Promise.all(later)).toEqual(['v2', 'v2', 'v2']);
  expect(begun).toHaveLength(2);
});
