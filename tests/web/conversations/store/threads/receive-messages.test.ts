import type { Message } from '@selvedge/shared/conversations/conversations';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message } from '../../factories.ts';
import { first, openThread } from '../../open-thread.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(20);

test('a message received twice is shown once', async () => {
  const { messaging, seqs } = await openThread(first(2));
  const event = { message: message(3), conversation: conversation(3) };
  messaging.receiveMessage(event);
  messaging.receiveMessage(event);
  expect(seqs()).toEqual([1, 2, 3]);
});

test('a message after a gap waits for the missing', async () => {
  const stored = first(2);
  const { messaging, seqs } = await openThread(stored);
  stored.push(message(3), message(4));
  messaging.receiveMessage({ message: message(4), conversation: conversation(4) });
  expect(seqs()).toEqual([1, 2]);
  await settle();
  expect(seqs()).toEqual([1, 2, 3, 4]);
});

test('a message is not lost to an older response', async () => {
  const { world, ports } = createWorld(first(2));
  let answer: (messages: Message[]) => void = () => undefined;
  const listMessages = () =>
    new Promise<Message[]>((resolve) => {
      answer = resolve;
    });
  const messaging = createMessaging({ ...ports, rest: { ...ports.rest, listMessages } });
  await messaging.startSession(ME);
  await messaging.openInbox();
  messaging.goOnline();
  const opened = messaging.select({ kind: 'conversation', id: C1 });
  const older = [...world.stored];
  await messaging.sendMessage('sent meanwhile');
  await settle();
  answer(older);
  await opened;
  const thread = messaging.store.getState().threads[C1];
  expect(thread?.status === 'ready' && thread.messages.map((one) => one.seq)).toEqual([1, 2, 3]);
});

test('a long gap is filled page by page', async () => {
  const stored = first(2);
  const { messaging, seqs } = await openThread(stored);
  stored.push(...first(150).slice(2));
  messaging.receiveMessage({ message: message(150), conversation: conversation(150) });
  await settle();
  expect(seqs()).toEqual(first(150).map((one) => one.seq));
});

test('a late event does not set the conversation back', async () => {
  const { messaging } = await openThread(first(2));
  messaging.receiveMessage({ message: message(4), conversation: conversation(4) });
  messaging.receiveMessage({ message: message(3), conversation: conversation(3) });
  expect(messaging.store.getState().conversations[C1]?.lastSeq).toBe(4);
});

test('older pages are prepended until the first message', async () => {
  const { messaging, seqs } = await openThread(first(100));
  expect(seqs()).toHaveLength(60);
  await messaging.loadOlderMessages(C1);
  expect(seqs()).toEqual(first(100).map((one) => one.seq));
  const thread = messaging.store.getState().threads[C1];
  expect(thread?.status === 'ready' && thread.hasOlder).toBe(false);
});
