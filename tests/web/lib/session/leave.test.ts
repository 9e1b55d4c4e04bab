import type { User } from '@selvedge/shared/members/users';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../support/data/memory-storage.ts';

const signOut = vi.fn(async (_options?: { isEnded: boolean }) => undefined);
vi.mock('../../../../web/src/lib/session/session.ts', () => ({
  session: { getState: () => ({ user: { id: 'ana' } as User }) },
  signOut,
}));

vi.mock('../../../../web/src/lib/session/provider.ts', () => ({ isHosted: false, storedUserId: () => null }));

const confirm = vi.fn((_question: string) => true);
const countOutgoing = vi.fn(async (_userId: string) => 0);

beforeEach(async () => {
  vi.clearAllMocks();
  vi.stubGlobal('window', { confirm, addEventListener: () => undefined });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('location', { assign: () => undefined });
  const { onLeave } = await import('../../../../web/src/lib/session/leave.ts');
  onLeave(countOutgoing);
});
afterEach(() => void vi.unstubAllGlobals());
const chooseSignOut = async () => (await import('../../../../web/src/lib/session/leave.ts')).signOutChosen();

test('a cancelled sign-out deletes no outgoing messages', async () => {
  countOutgoing.mockResolvedValueOnce(2);
  confirm.mockReturnValueOnce(false);
  await chooseSignOut();
  expect(confirm.mock.calls).toEqual([['2 messages have not been sent yet. Sign out and delete them?']]);
  expect(signOut).not.toHaveBeenCalled();
});

test('signing out asks before it deletes outgoing messages', async () => {
  countOutgoing.mockResolvedValueOnce(1);
  await chooseSignOut();
  expect(confirm).toHaveBeenLastCalledWith('1 message has not been sent yet. Sign out and delete it?');
  expect(signOut).toHaveBeenCalledTimes(1);
});

test('no call is sent after signing out', async () => {
  const fetched = vi.fn(async () => Response.json([]));
  vi.stubGlobal('fetch', fetched);
  await chooseSignOut();
  const { apiList } = await import('../../../../web/src/lib/api.ts');
  void apiList('/api/conversations');
  await new Promise(setImmediate);
  expect(fetched).not.toHaveBeenCalled();
});

test('after a deletion the sign-in page confirms it', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  const { leave } = await import('../../../../web/src/lib/session/leave.ts');
  await leave({ isDeleted: true });
  expect(signOut.mock.calls).toEqual([[{ isEnded: true }]]);
  expect(assign.mock.calls).toEqual([['/login?deleted=1']]);
});

test('signing out without outgoing messages needs no confirmation', async () => {
  await chooseSignOut();
  countOutgoing.mockRejectedValueOnce(new Error('no storage'));
  await chooseSignOut();
  expect([confirm.mock.calls.length, signOut.mock.calls.length]).toEqual([0, 2]);
});
