import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLimits, type Limits } from '../../../server/src/limits.ts';

const PERSON = { personId: 'a person', address: '192.0.2.1', itemId: 'an item' };
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const call = (limits: Limits, method: string, path: string) =>
  limits.call({ method, path, ...PERSON }).then(
    () => true,
    () => false,
  );

/** How many calls are taken before one is refused. */
async function taken(limits: Limits, method: string, path: string): Promise<number> {
  for (let n = 0; ; n += 1) if (!(await call(limits, method, path))) return n;
}

test.each([
  ['get', '/api/listings', 600],
  ['post', '/api/listings', 20],
  ['post', '/api/wtb-listings', 20],
  ['post', '/api/uploads/listings', 200],
  ['post', '/api/auth/user/profile-image', 200],
  ['post', '/api/messages', 20],
  ['put', '/api/blocks/:userId', 60],
  ['post', '/api/reports', 20],
  ['patch', '/api/listings/:id/bump', 20],
  ['patch', '/api/listings/:id/discount', 5],
  ['get', '/api/auth/export', 10],
])('%s %s is taken %d times at once from one person', async (method, path, times) => {
  expect(await taken(createLimits(), method, path)).toBe(times);
});

test.each([
  ['patch', '/api/listings/:id/bump', 20],
  ['patch', '/api/listings/:id/discount', 5],
  ['post', '/api/listings', 50],
])('%s %s is taken %d times a day from one person', async (method, path, times) => {
  const limits = createLimits();
  let all = 0;
  for (let hour = 0; hour < 23; hour += 1) {
    all += await taken(limits, method, path);
    await vi.advanceTimersByTimeAsync(HOUR + SECOND);
  }
  expect(all).toBe(times);
  await vi.advanceTimersByTimeAsync(DAY);
  expect(await taken(limits, method, path)).toBeGreaterThan(0);
});

test('messages are taken 60 times a minute from one person', async () => {
  const limits = createLimits();
  let all = 0;
  for (let at = 0; at < 55; at += 3) {
    all += await taken(limits, 'post', '/api/messages');
    await vi.advanceTimersByTimeAsync(3 * SECOND);
  }
  expect(all).toBe(60);
});

test('thirty conversations an hour are started by one person', async () => {
  const limits = createLimits();
  for (let n = 0; n < 30; n += 1) await limits.start('a person');
  await expect(limits.start('a person')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'That was too much at once. Please try again in 1 hour.',
  });
  await limits.start('another');
});

test('whoever tries discounts of an item that is not theirs spends nothing of its owner', async () => {
  const limits = createLimits();
  const discount = { method: 'patch', path: '/api/listings/:id/discount', address: '', itemId: 'an item' };
  const tries = Array.from({ length: 100 }, () => limits.call({ ...discount, personId: 'a stranger' }));
  const settles = (await Promise.allSettled(tries)).filter((one) => one.status === 'fulfilled');
  expect(settles).toHaveLength(5);
  await limits.call({ ...discount, personId: 'its owner' });
});

test('an upload that is no picture is counted, what failed here is not', async () => {
  const limits = createLimits();
  const upload = { method: 'post', path: '/api/uploads/listings', ...PERSON };
  for (const status of [400, 413, 415, 500, 503]) await (await limits.call(upload))(status);
  let left = 0;
  while (await call(limits, 'post', '/api/uploads/listings')) left += 1;
  expect(left).toBe(197);
});

test('whoever opens another socket has no more to say for it', async () => {
  const limits = createLimits();
  let all = 0;
  for (let socket = 0; socket < 20; socket += 1) {
    for (let n = 0; n < 20; n += 1) {
      all += await limits.event(`socket ${socket}`, 'a person').then(
        () => 1,
        () => 0,
      );
    }
  }
  expect(all).toBe(300);
  await limits.event('a socket', 'another person');
  expect(() => limits.socket(49)).not.toThrow();
  expect(() => limits.socket(50)).toThrow('You have this open too often.');
});
