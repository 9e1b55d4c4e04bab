import type { User } from '@selvedge/shared/members/users';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { memoryStorage } from '../../support/data/memory-storage.ts';

const messaging = { store: createStore(() => ({ unread: 0, connection: 'connecting' })) };
const startMessaging = vi.fn();
const isReachable = vi.fn(() => true);
const checkRelease = vi.fn();
vi.mock('../../../web/src/lib/release.ts', () => ({ checkRelease }));
vi.mock('../../../web/src/items/saved/change-saved.ts', () => ({
  loadSavedIds: async () => undefined,
  savedReceived: () => undefined,
}));
vi.mock('../../../web/src/conversations/store/messaging.ts', () => ({
  get messaging() {
    if (!isReachable()) throw new Error('Failed to fetch dynamically imported module');
    return messaging;
  },
  receiveEvent: () => undefined,
  startMessaging,
  stopMessaging: () => undefined,
  renewSession: () => undefined,
}));

const signedIn = (id: string) => ({ status: 'signed-in' as const, user: { id, username: id } as User });

/** Called when the tab becomes visible or hidden. */
const onVisibility: (() => void)[] = [];
let isVisible = true;

beforeEach(() => {
  vi.useFakeTimers();
  for (const storage of ['localStorage', 'sessionStorage']) vi.stubGlobal(storage, memoryStorage());
  // The page names no provider, as in development.
  vi.stubGlobal('document', {
    getElementById: () => null,
    querySelector: () => null,
    addEventListener: (_: string, listener: () => void) => void onVisibility.push(listener),
    get visibilityState() {
      return isVisible ? 'visible' : 'hidden';
    },
  });
  vi.stubGlobal('location', new URL('https://shop.example/'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a messages chunk that fails to load is retried', async () => {
  const { session } = await import('../../../web/src/lib/session/session.ts');
  const { startLive, unread } = await import('../../../web/src/app/live.ts');
  startLive();
  isReachable.mockReturnValue(false);
  session.setState(signedIn('ana'));
  await vi.waitFor(() => expect(isReachable).toHaveBeenCalled());
  session.setState(signedIn('ben'));
  await vi.waitFor(() => expect(isReachable).toHaveBeenCalledTimes(2));
  isReachable.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(startMessaging.mock.calls.map(([id]) => id)).toEqual(['ben']);
  messaging.store.setState({ unread: 3 });
  expect(unread.getState()).toBe(3);
});

test('a tab that becomes visible again checks its release', async () => {
  const { startLive } = await import('../../../web/src/app/live.ts');
  startLive();
  checkRelease.mockClear();
  for (const visible of [false, true]) {
    isVisible = visible;
    onVisibility.at(-1)?.();
    expect(checkRelease).toHaveBeenCalledTimes(visible ? 1 : 0);
  }
});
