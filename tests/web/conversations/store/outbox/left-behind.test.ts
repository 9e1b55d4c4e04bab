import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OutgoingMessage } from '../../../../../web/src/conversations/store/outbox/outgoing-message.ts';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message } from '../../factories.ts';

const outgoing = (content: string, second: number): OutgoingMessage => ({
  clientId: `01900000-0000-7000-b000-${String(second).padStart(12, '0')}`,
  conversationId: C1,
  content,
  createdAt: new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString(),
  status: 'sending',
});

async function openTab({ world, ports }: ReturnType<typeof createWorld>) {
  const messaging = createMessaging(ports);
  await messaging.startSession(ME);
  messaging.goOnline();
  await messaging.select({ kind: 'conversation', id: C1 });
  await settle();
  return {
    messaging,
    world,
    outbox: () => messaging.store.getState().outbox.map(({ content }) => content),
    sent: () => world.stored.map(({ content }) => content),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(20);

test('messages that a closed tab has not sent are sent by an open one on its next connection', async () => {
  const { messaging, world, outbox, sent } = await openTab(createWorld([]));
  messaging.goOffline();
  for (const one of [outgoing('second', 2), outgoing('first', 1)]) world.outbox.set(one.clientId, one);
  await messaging.sendMessage('third');
  messaging.goOnline();
  await settle();
  await settle();
  expect([sent().toSorted(), outbox(), world.outbox.size]).toEqual([['first', 'second', 'third'], [], 0]);
  expect(sent().indexOf('first')).toBeLessThan(sent().indexOf('second'));
});

test('two tabs send the same left message once', async () => {
  const shared = createWorld([]);
  const tabs = [await openTab(shared), await openTab(shared)] as const;
  for (const { messaging } of tabs) messaging.goOffline();
  const left = outgoing('left behind', 1);
  shared.world.outbox.set(left.clientId, left);
  for (const { messaging } of tabs) messaging.goOnline();
  await settle();
  expect(tabs[0].sent()).toEqual(['left behind']);
  for (const { messaging, outbox } of tabs) {
    const thread = messaging.store.getState().threads[C1];
    expect([outbox(), thread?.status === 'ready' && thread.messages.length]).toEqual([[], 1]);
  }
});

test('a message that arrives during loading is not resent', async () => {
  const { world, ports } = createWorld([]);
  const left = outgoing('left behind', 1);
  const reading = Promise.withResolvers<OutgoingMessage[]>();
  const messaging = createMessaging({ ...ports, outbox: { ...ports.outbox, load: () => reading.promise } });
  void messaging.startSession(ME);
  messaging.goOnline();
  const sent = message(1, { clientId: left.clientId, senderId: ME });
  messaging.receiveMessage({ message: sent, conversation: conversation(1) });
  reading.resolve([left]);
  await settle();
  expect(world.requests.filter(({ name }) => name === 'message:send')).toEqual([]);
  expect(messaging.store.getState().outbox).toEqual([]);
});

test('outgoing messages of all tabs are counted before signing out', async () => {
  const { messaging, world } = await openTab(createWorld([]));
  expect(await messaging.countOutgoing(ME)).toBe(0);
  messaging.goOffline();
  await messaging.sendMessage('from here');
  const elsewhere = outgoing('from another tab', 1);
  world.outbox.set(elsewhere.clientId, elsewhere);
  expect(await messaging.countOutgoing(ME)).toBe(2);
});
