import type { User } from '@selvedge/shared/members/users';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedUser, cacheUser, clearUserCache } from '../../../../web/src/lib/session/user-cache.ts';

const ana = { id: 'ana', username: 'ana' } as User;
const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the user is cached under the two specified keys', () => {
  cacheUser(ana);
  expect(Object.fromEntries(storage)).toEqual({
    auth_user: JSON.stringify(ana),
    auth_user_cached_at: '1700000000000',
  });
  clearUserCache();
  expect(storage.size).toBe(0);
});

test('the cached user expires after 2 minutes', () => {
  expect(cachedUser()).toBeNull();
  cacheUser(ana);
  vi.advanceTimersByTime(119_999);
  expect(cachedUser()).toEqual(ana);
  vi.advanceTimersByTime(1);
  expect(cachedUser()).toBeNull();
});
