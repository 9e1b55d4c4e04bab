import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPresence } from '../../../web/src/conversations/store/presence.ts';
import { createMessaging } from '../../../web/src/conversations/store/store.ts';
import { createTyping } from '../../../web/src/conversations/store/typing.ts';
import { C1, conversation, createWorld, ME, message, OTHER } from './factories.ts';

async function open() {
  const { world, ports } = createWorld([message(1), message(2)]);
  const messaging = createMessaging(ports);
  const typing = createTyping(messaging.store, ports.live);
  const presence = createPresence(messaging.store);
  await messaging.memberSignedIn(ME);
  await messaging.inboxOpened();
  messaging.connected();
  await messaging.selected({ kind: 'conversation', id: C1 });
  return {
    messaging,
    typing,
    presence,
    /** The typing events sent to the other member, in order. */
    sent: () =>
      world.requests
        .filter(({ name }) => name === 'conversation:typing')
        .map(({ input }) => (input as { typing: boolean }).typing),
    isShown: () => messaging.store.getState().typing.includes(C1),
    online: () => [...messaging.store.getState().onlineIds],
  };
}
const event = (isTyping: boolean) => ({ conversationId: C1, userId: OTHER, typing: isTyping });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a member counts as typing for five seconds', async () => {
  const { typing, isShown } = await open();
  typing.received(event(true));
  expect(isShown()).toBe(true);
  typing.received(event(false));
  expect(isShown()).toBe(false);
  typing.received(event(true));
  vi.advanceTimersByTime(4_000);
  typing.received(event(true));
  vi.advanceTimersByTime(4_000);
  expect(isShown()).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(isShown()).toBe(false);
});

test("the viewer's own message does not end typing", async () => {
  const { messaging, typing, isShown } = await open();
  typing.received(event(true));
  const mine = conversation(3, {
    lastMessage: { senderId: ME, content: 'x', messageType: 'text', createdAt: new Date().toISOString() },
  });
  messaging.messageArrived({ message: message(3, { senderId: ME }), conversation: mine });
  expect(isShown()).toBe(true);
});

test("a message ends its sender's typing", async () => {
  const { messaging, typing, isShown } = await open();
  typing.received(event(true));
  messaging.messageArrived({ message: message(4), conversation: conversation(4) });
  expect(isShown()).toBe(false);
});

test('a block ends typing', async () => {
  const { messaging, typing, isShown } = await open();
  typing.received(event(true));
  messaging.blockChanged({ userId: OTHER, block: 'theirs' });
  expect(isShown()).toBe(false);
});

test('a lost connection ends typing', async () => {
  const { messaging, typing, isShown } = await open();
  typing.received(event(true));
  messaging.connectionLost();
  expect(isShown()).toBe(false);
});

test('the recipient gets an event every three seconds', async () => {
  const { messaging, typing, sent } = await open();
  for (const text of ['H', 'He', 'Hel']) messaging.textTyped(C1, text);
  expect(sent()).toEqual([true]);
  vi.advanceTimersByTime(3_000);
  messaging.textTyped(C1, 'Hell');
  expect(sent()).toEqual([true, true]);
  messaging.textTyped(C1, '');
  messaging.textTyped(C1, '  ');
  typing.stopped();
  expect(sent()).toEqual([true, true, false]);

  messaging.textTyped(C1, 'Hello');
  await messaging.textSent('Hello');
  expect(sent().slice(3)).toEqual([true, false]);

  messaging.textTyped(C1, 'And');
  typing.stopped();
  messaging.textTyped(C1, 'And y');
  await messaging.selected(null);
  expect(sent().slice(5)).toEqual([true, false, true, false]);
});

test('opening a conversation with a draft is not typing', async () => {
  const { messaging, sent } = await open();
  await messaging.selected(null);
  messaging.textTyped(C1, 'a draft');
  await messaging.selected({ kind: 'conversation', id: C1 });
  expect(sent()).toEqual([]);
});

test('presence is cleared when the connection is lost', async () => {
  const { messaging, presence, online } = await open();
  presence.received({ userId: OTHER, online: true });
  expect(online()).toEqual([OTHER]);
  presence.received({ userId: OTHER, online: false });
  expect(online()).toEqual([]);
  presence.received({ userId: OTHER, online: true });
  messaging.connectionLost();
  expect(online()).toEqual([]);
  messaging.connected();
  presence.received({ userId: OTHER, online: true });
  messaging.memberLeft();
  expect(online()).toEqual([]);
});
