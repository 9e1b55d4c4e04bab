import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, createWorld, ME, message } from '../../factories.ts';
import { first, openThread } from '../../open-thread.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(20);

test('messages missed while disconnected are loaded on reconnect', async () => {
  const stored = first(2);
  const { messaging, seqs } = await openThread(stored);
  messaging.goOffline();
  stored.push(message(3), message(4), message(5));
  messaging.goOnline();
  await settle();
  expect(seqs()).toEqual([1, 2, 3, 4, 5]);
});

test('a link to an old conversation loads it', async () => {
  const { world, ports } = createWorld(first(3));
  const messaging = createMessaging({
    ...ports,
    rest: { ...ports.rest, listConversations: async () => ({ conversations: [], next: null }) },
  });
  await messaging.startSession(ME);
  await messaging.openInbox();
  messaging.goOnline();
  await messaging.select({ kind: 'conversation', id: C1 });
  await settle();
  expect(messaging.store.getState().conversations[C1]?.lastSeq).toBe(3);
  // Nothing else is synced: no messages and no other conversations are beyond these bounds.
  const nothing = { conversations: { [C1]: 2 ** 31 - 1 }, above: '9999-12-31T23:59:59.999Z' };
  expect(world.requests).toContainEqual({ name: 'sync', input: nothing });
});

test('the unread count is requested without an open inbox', async () => {
  const { world, ports } = createWorld(first(2));
  const messaging = createMessaging(ports);
  await messaging.startSession(ME);
  messaging.goOnline();
  messaging.checkMissed();
  expect(world.requests).toEqual([{ name: 'unread:count', input: {} }]);
});
