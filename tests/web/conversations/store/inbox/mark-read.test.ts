import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { C1, conversation, ME, message } from '../../factories.ts';
import { first, openThread } from '../../open-thread.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(20);

test('marks the thread after its end is visible', async () => {
  const { messaging, world } = await openThread(first(3));
  messaging.markEndSeen(true);
  await vi.advanceTimersByTimeAsync(999);
  expect(world.readSeq).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(world.readSeq).toBe(3);
  await settle();
  expect(messaging.store.getState().conversations[C1]?.isRead).toBe(true);
});

test('marks nothing in a hidden tab', async () => {
  const { messaging, world } = await openThread(first(3));
  messaging.markEndSeen(true);
  await vi.advanceTimersByTimeAsync(500);
  messaging.markEndSeen(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(world.readSeq).toBe(0);
});

test('marks a message that was visible for a second', async () => {
  const stored = first(3);
  const { messaging, world } = await openThread(stored);
  messaging.markEndSeen(true);
  await vi.advanceTimersByTimeAsync(900);
  stored.push(message(4));
  messaging.receiveMessage({ message: message(4), conversation: conversation(4) });
  await vi.advanceTimersByTimeAsync(100);
  expect(world.readSeq).toBe(3);
  await settle();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.readSeq).toBe(4);
});

test('the read position of another device is adopted', async () => {
  const { messaging } = await openThread(first(3));
  messaging.receiveReadCursor({ conversationId: C1, userId: ME, seq: 3 });
  expect(messaging.store.getState().conversations[C1]?.isRead).toBe(true);
  messaging.receiveReadCursor({ conversationId: C1, userId: ME, seq: 2 });
  expect(messaging.store.getState().conversations[C1]?.readSeq).toBe(3);
});
