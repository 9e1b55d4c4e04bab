import type { User } from '@selvedge/shared/users';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { memoryStorage } from '../../support/data/memory-storage.ts';

const messaging = { store: createStore(() => ({ unread: 0, connection: 'connecting' })) };
const startMessaging = vi.fn();
const isReachable = vi.fn(() => true);
const checkRelease = vi.fn();
vi.mock('../../../web/src/lib/release.ts', () => ({ checkRelease }));
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

/** Called when somebody looks at the tab, or away. */
const looks: (() => void)[] = [];
let isSeen = true;

beforeEach(() => {
  vi.useFakeTimers();
  for (const storage of ['localStorage', 'sessionStorage']) vi.stubGlobal(storage, memoryStorage());
  // The page says nothing of where people sign in, as in development.
  vi.stubGlobal('document', {
    getElementById: () => null,
    querySelector: () => null,
    addEventListener: (_: string, listener: () => void) => void looks.push(listener),
    get visibilityState() {
      return isSeen ? 'visible' : 'hidden';
    },
  });
  vi.stubGlobal('location', new URL('https://shop.example/'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('messages that cannot be loaded now are loaded later, for whoever is signed in then', async () => {
  const { session } = await import('../../../web/src/session/session.ts');
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

test('a tab that is looked at again asks whether it is of an older release', async () => {
  const { startLive } = await import('../../../web/src/app/live.ts');
  startLive();
  checkRelease.mockClear();
  for (const seen of [false, true]) {
    isSeen = seen;
    looks.at(-1)?.();
    expect(checkRelease).toHaveBeenCalledTimes(seen ? 1 : 0);
  }
});
