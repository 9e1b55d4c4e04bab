import type { Session } from '@supabase/auth-js';
import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../support/data/memory-storage.ts';

vi.mock('../../../../web/src/lib/session/provider.ts', () => ({
  STORAGE_KEY: 'selvedge-auth',
  storedUserId: () => null,
}));

const sessionOf = (id: string) =>
  ({ user: { id }, access_token: `e30.${btoa(JSON.stringify({ session_id: `of ${id}` }))}.x` }) as Session;

let module: typeof import('../../../../web/src/lib/session/ended.ts');
const asked = vi.fn(async (_path: string): Promise<Response> => Response.json({ reason: null }));
const forgotten: string[] = [];
beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('BroadcastChannel', class {});
  vi.stubGlobal('fetch', asked);
  asked.mockClear();
  forgotten.length = 0;
  module = await import('../../../../web/src/lib/session/ended.ts');
  module.onForget(async (id) => void forgotten.push(id));
  module.rememberSession(sessionOf('ana'));
  sessionStorage.setItem('typed', 'words');
});

const answer = (reason: string | null) => asked.mockImplementation(async () => Response.json({ reason }));

test.each(['signed_out', 'password_changed', 'suspended', 'deleted', 'token_reused'])(
  'stored data goes with a session ended as %s',
  async (reason) => {
    answer(reason);
    expect(await module.settleEnded(null)).toBe(true);
    expect([forgotten, sessionStorage.getItem('typed')]).toEqual([['ana'], null]);
    // Nothing comes back while the page is left.
    const { tabStorage } = await import('../../../../web/src/lib/browser-storage.ts');
    tabStorage.setItem('selvedge-scroll', '{}');
    expect(sessionStorage.getItem('selvedge-scroll')).toBeNull();
  },
);

test.each(['expired', null])('stored data stays after a session ended as %s', async (reason) => {
  answer(reason);
  expect(await module.settleEnded(null)).toBe(false);
  expect([forgotten, sessionStorage.getItem('typed')]).toEqual([[], 'words']);
  // The answer is final.
  await module.settleEnded(null);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('without an answer the next page asks again', async () => {
  asked.mockRejectedValueOnce(new TypeError('offline')).mockRejectedValueOnce(new TypeError('offline'));
  expect(await module.settleEnded(null)).toBe(false);
  answer('deleted');
  expect(await module.settleEnded(null)).toBe(true);
});

test('an open session needs no answer of the server', async () => {
  expect(await module.settleEnded('ana')).toBe(false);
  expect(asked).not.toHaveBeenCalled();
});

test('a tab of a former member is wiped', async () => {
  answer('signed_out');
  expect(await module.settleEnded('ben')).toBe(true);
  expect(forgotten).toEqual(['ana']);
});
