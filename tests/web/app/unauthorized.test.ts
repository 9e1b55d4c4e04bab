import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const toasts: string[] = [];
let shown: Promise<void>;
let drop: () => Promise<void>;
const errorShown = (text: string) => {
  toasts.push(text);
  return shown;
};
vi.mock('../../../web/src/ui/toast.ts', () => ({ toast: { errorShown } }));
vi.mock('../../../web/src/lib/session/session.ts', () => ({ dropSession: () => drop() }));

vi.mock('../../../web/src/lib/session/provider.ts', () => ({ isHosted: false }));
vi.mock('../../../web/src/lib/session/ended.ts', () => ({
  settleEnded: async () => false,
  startLeaving: () => undefined,
}));

const assign = vi.fn();
let onUnauthorized: () => void;
beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  toasts.length = 0;
  shown = Promise.resolve();
  drop = async () => undefined;
  assign.mockClear();
  ({ onUnauthorized } = await import('../../../web/src/app/unauthorized.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const openPage = (pathname: string, search = '') => {
  vi.stubGlobal('location', { pathname, search, assign });
  vi.stubGlobal('window', { addEventListener: () => undefined });
};

test('the sign-in page follows the toast after 500 ms', async () => {
  openPage('/wtb', '?q=coat');
  onUnauthorized();
  expect(toasts).toEqual(['Unauthorized: You are logged out. Logging in again...']);
  await vi.advanceTimersByTimeAsync(499);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(assign.mock.calls).toEqual([['/login?next=%2Fwtb%3Fq%3Dcoat&ended=1']]);
});

test('the 500 ms start once the toast is visible', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  shown = promise;
  openPage('/listing/1');
  onUnauthorized();
  await vi.advanceTimersByTimeAsync(3_000);
  resolve();
  await vi.advanceTimersByTimeAsync(499);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(assign).toHaveBeenCalledTimes(1);
});

test('the redirect waits at most five seconds', async () => {
  shown = new Promise(() => undefined);
  openPage('/listing/1');
  onUnauthorized();
  await vi.advanceTimersByTimeAsync(5_499);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(assign).toHaveBeenCalledTimes(1);
});

test('a toast that fails does not block the redirect', async () => {
  shown = Promise.reject(new Error('no place for it'));
  drop = () => Promise.reject(new Error('no storage'));
  openPage('/listing/1');
  onUnauthorized();
  await vi.advanceTimersByTimeAsync(500);
  expect(assign).toHaveBeenCalledTimes(1);
});

test('ten refused calls show one toast', async () => {
  openPage('/login');
  onUnauthorized();
  expect(toasts).toEqual([]);
  openPage('/');
  for (let call = 0; call < 10; call += 1) onUnauthorized();
  await vi.advanceTimersByTimeAsync(500);
  expect(toasts).toHaveLength(1);
  expect(assign).toHaveBeenCalledTimes(1);
});

test("the redirect returns to the refused call's page", async () => {
  openPage('/messages/1', '?x=1');
  onUnauthorized();
  openPage('/login', '?next=%2Fmessages%2F1');
  await vi.advanceTimersByTimeAsync(500);
  expect(assign.mock.calls).toEqual([['/login?next=%2Fmessages%2F1%3Fx%3D1&ended=1']]);
});

test('no call is sent after a refusal', async () => {
  openPage('/wtb');
  onUnauthorized();
  const fetched = vi.fn(async () => Response.json([]));
  vi.stubGlobal('fetch', fetched);
  const { apiList } = await import('../../../web/src/lib/api.ts');
  void apiList('/api/wtb-listings');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(fetched).not.toHaveBeenCalled();
});
