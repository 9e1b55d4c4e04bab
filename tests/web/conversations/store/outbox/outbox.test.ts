import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { conversation, createWorld, ME, message, OTHER } from '../../factories.ts';
import { first, openThread } from '../../open-thread.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(20);

test('a message is shown as sending at once', async () => {
  const { messaging, seqs, outbox } = await openThread(first(1));
  await messaging.sendMessage(' Is it still available? ');
  expect(outbox()).toEqual([['Is it still available?', 'sending']]);
  await settle();
  expect(outbox()).toEqual([]);
  expect(seqs()).toEqual([1, 2]);
});

test('a message of only whitespace is not sent', async () => {
  const { messaging, world, outbox } = await openThread(first(1));
  await messaging.sendMessage('  \n ');
  expect(outbox()).toEqual([]);
  expect(world.stored).toHaveLength(1);
});

test('messages written while disconnected are sent in order', async () => {
  const { messaging, world, outbox } = await openThread(first(1));
  world.network = 'lost';
  messaging.goOffline();
  for (const text of ['one', 'two', 'three']) await messaging.sendMessage(text);
  await settle();
  expect(outbox().map(([, status]) => status)).toEqual(['sending', 'sending', 'sending']);
  world.network = 'ok';
  messaging.goOnline();
  await settle();
  expect(world.stored.slice(1).map((one) => one.content)).toEqual(['one', 'two', 'three']);
  expect(outbox()).toEqual([]);
});

test('a message whose ack was lost is stored once', async () => {
  const { messaging, world, seqs } = await openThread(first(1));
  world.network = 'unanswered';
  await messaging.sendMessage('hello');
  await settle();
  expect(world.stored).toHaveLength(2);
  messaging.goOffline();
  world.network = 'ok';
  messaging.goOnline();
  await settle();
  expect(world.stored).toHaveLength(2);
  expect(seqs()).toEqual([1, 2]);
  expect(messaging.store.getState().outbox).toEqual([]);
});

test('a message without an ack is retried', async () => {
  const { messaging, world } = await openThread(first(1));
  world.network = 'lost';
  await messaging.sendMessage('hello');
  await settle();
  world.network = 'ok';
  await vi.advanceTimersByTimeAsync(3_000);
  expect(world.stored.map((one) => one.content)).toEqual(['message 1', 'hello']);
});

test('a refused message can be resent', async () => {
  const { messaging, world, outbox } = await openThread(first(1));
  world.network = 'refused';
  await messaging.sendMessage('first');
  await messaging.sendMessage('second');
  await settle();
  expect(outbox()).toEqual([
    ['first', 'failed'],
    ['second', 'failed'],
  ]);
  const [one, two] = messaging.store.getState().outbox;
  expect(one?.problem?.message).toBe('Write something first');
  world.network = 'ok';
  messaging.resendMessage(one?.clientId ?? '');
  messaging.discardMessage(two?.clientId ?? '');
  await settle();
  expect(outbox()).toEqual([]);
  expect(world.stored.map((stored) => stored.content)).toEqual(['message 1', 'first']);
});

test('outgoing messages survive a reload of the page', async () => {
  const before = await openThread(first(1));
  before.world.network = 'lost';
  before.messaging.goOffline();
  await before.messaging.sendMessage('survives');
  const { ports, world } = createWorld(before.world.stored);
  const after = createMessaging({
    ...ports,
    outbox: { ...ports.outbox, load: async () => [...before.world.outbox.values()] },
  });
  await after.startSession(ME);
  after.goOnline();
  await settle();
  expect(world.stored.map((one) => one.content)).toEqual(['message 1', 'survives']);
});

test('a message that another tab sent leaves this outbox', async () => {
  const { messaging, world, outbox } = await openThread(first(1));
  world.network = 'lost';
  messaging.goOffline();
  await messaging.sendMessage('hello');
  const clientId = messaging.store.getState().outbox[0]?.clientId ?? '';
  messaging.receiveMessage({
    message: message(2, { clientId, senderId: ME }),
    conversation: conversation(2),
  });
  expect(outbox()).toEqual([]);
});

test('a draft survives when the conversation cannot be opened', async () => {
  const { ports } = createWorld([]);
  const refused = { code: 'conflict', message: 'This listing is no longer available.' };
  const messaging = createMessaging({
    ...ports,
    rest: { ...ports.rest, openConversation: () => Promise.reject(refused) },
  });
  await messaging.startSession(ME);
  await messaging.selectTarget({ sellerId: OTHER, listingId: 'l1', wtbListingId: null });
  messaging.changeDraft('l1', 'hello');
  await expect(messaging.sendMessage('hello')).rejects.toEqual(refused);
  expect(messaging.store.getState().drafts).toEqual({ l1: 'hello' });
});
