import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const told: string[] = [];
let said: Promise<void>;
let drop: () => Promise<void>;
const errorShown = (text: string) => {
  told.push(text);
  return said;
};
vi.mock('../../../web/src/ui/toast.ts', () => ({ toast: { errorShown } }));
vi.mock('../../../web/src/session/session.ts', () => ({ dropSession: () => drop() }));

const assign = vi.fn();
let onUnauthorized: () => void;
beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  told.length = 0;
  said = Promise.resolve();
  drop = async () => undefined;
  assign.mockClear();
  ({ onUnauthorized } = await import('../../../web/src/app/unauthorized.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const standAt = (pathname: string, search = '') => vi.stubGlobal('location', { pathname, search, assign });

test('§8 Unauthorized: it is said, and after 500 ms the sign-in page shows', async () => {
  standAt('/wtb', '?q=coat');
  onUnauthorized();
  expect(told).toEqual(['Unauthorized: You are logged out. Logging in again...']);
  await vi.advanceTimersByTimeAsync(499);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(assign.mock.calls).toEqual([['/login?next=%2Fwtb%3Fq%3Dcoat']]);
});

test('§8 Unauthorized: the 500 ms begin when it can be read', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  said = promise;
  standAt('/listing/1');
  onUnauthorized();
  await vi.advanceTimersByTimeAsync(3_000);
  resolve();
  await vi.advanceTimersByTimeAsync(499);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(assign).toHaveBeenCalledTimes(1);
});

test('§8 Unauthorized: words that never come are waited for no longer than 5 s', async () => {
  said = new Promise(() => undefined);
  standAt('/listing/1');
  onUnauthorized();
  await vi.advanceTimersByTimeAsync(5_499);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(assign).toHaveBeenCalledTimes(1);
});

test('§8 Unauthorized: words that cannot be shown keep nobody here, and neither does a session that stays', async () => {
  said = Promise.reject(new Error('no place for it'));
  drop = () => Promise.reject(new Error('no storage'));
  standAt('/listing/1');
  onUnauthorized();
  await vi.advanceTimersByTimeAsync(500);
  expect(assign).toHaveBeenCalledTimes(1);
});

test('§8 Unauthorized: ten refused calls say it once, and the sign-in page not at all', async () => {
  standAt('/login');
  onUnauthorized();
  expect(told).toEqual([]);
  standAt('/');
  for (let call = 0; call < 10; call += 1) onUnauthorized();
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toHaveLength(1);
  expect(assign).toHaveBeenCalledTimes(1);
});
