import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Pending } from '../../../web/src/conversations/store/outbox.ts';
import { createMessaging } from '../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message } from './factories.ts';

const unsent = (content: string, second: number): Pending => ({
  clientId: `01900000-0000-7000-b000-${String(second).padStart(12, '0')}`,
  conversationId: C1,
  content,
  createdAt: new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString(),
  status: 'sending',
});

async function openTab({ world, ports }: ReturnType<typeof createWorld>) {
  const messaging = createMessaging(ports);
  await messaging.memberSignedIn(ME);
  messaging.connected();
  await messaging.selected({ kind: 'conversation', id: C1 });
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

test('messages that a closed tab left are sent', async () => {
  const { messaging, world, outbox, sent } = await openTab(createWorld([]));
  messaging.connectionLost();
  for (const one of [unsent('second', 2), unsent('first', 1)]) world.outbox.set(one.clientId, one);
  await messaging.textSent('third');
  messaging.connected();
  await settle();
  await settle();
  expect([sent().toSorted(), outbox(), world.outbox.size]).toEqual([['first', 'second', 'third'], [], 0]);
  expect(sent().indexOf('first')).toBeLessThan(sent().indexOf('second'));
});

test('two tabs send the same left message once', async () => {
  const shared = createWorld([]);
  const tabs = [await openTab(shared), await openTab(shared)] as const;
  for (const { messaging } of tabs) messaging.connectionLost();
  const left = unsent('left behind', 1);
  shared.world.outbox.set(left.clientId, left);
  for (const { messaging } of tabs) messaging.connected();
  await settle();
  expect(tabs[0].sent()).toEqual(['left behind']);
  for (const { messaging, outbox } of tabs) {
    const thread = messaging.store.getState().threads[C1];
    expect([outbox(), thread?.status === 'ready' && thread.messages.length]).toEqual([[], 1]);
  }
});

test('a message that arrives during loading is not resent', async () => {
  const { world, ports } = createWorld([]);
  const left = unsent('left behind', 1);
  const reading = Promise.withResolvers<Pending[]>();
  const messaging = createMessaging({ ...ports, outbox: { ...ports.outbox, load: () => reading.promise } });
  void messaging.memberSignedIn(ME);
  messaging.connected();
  const sent = message(1, { clientId: left.clientId, senderId: ME });
  messaging.messageArrived({ message: sent, conversation: conversation(1) });
  reading.resolve([left]);
  await settle();
  expect(world.requests.filter(({ name }) => name === 'message:send')).toEqual([]);
  expect(messaging.store.getState().outbox).toEqual([]);
});

test('unsent messages of all tabs are counted', async () => {
  const { messaging, world } = await openTab(createWorld([]));
  expect(await messaging.countUnsent(ME)).toBe(0);
  messaging.connectionLost();
  await messaging.textSent('from here');
  const elsewhere = unsent('from another tab', 1);
  world.outbox.set(elsewhere.clientId, elsewhere);
  expect(await messaging.countUnsent(ME)).toBe(2);
});
