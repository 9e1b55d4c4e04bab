import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPresence } from '../../../../../web/src/conversations/store/session/presence.ts';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { createTyping } from '../../../../../web/src/conversations/store/threads/typing.ts';
import { C1, conversation, createWorld, ME, message, OTHER } from '../../factories.ts';

async function open() {
  const { world, ports } = createWorld([message(1), message(2)]);
  const messaging = createMessaging(ports);
  const typing = createTyping(messaging.store, ports.live);
  const presence = createPresence(messaging.store);
  await messaging.startSession(ME);
  await messaging.openInbox();
  messaging.goOnline();
  await messaging.select({ kind: 'conversation', id: C1 });
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
  typing.receive(event(true));
  expect(isShown()).toBe(true);
  typing.receive(event(false));
  expect(isShown()).toBe(false);
  typing.receive(event(true));
  vi.advanceTimersByTime(4_000);
  typing.receive(event(true));
  vi.advanceTimersByTime(4_000);
  expect(isShown()).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(isShown()).toBe(false);
});

test("the viewer's own message does not end typing", async () => {
  const { messaging, typing, isShown } = await open();
  typing.receive(event(true));
  const mine = conversation(3, {
    lastMessage: { senderId: ME, content: 'x', messageType: 'text', createdAt: new Date().toISOString() },
  });
  messaging.receiveMessage({ message: message(3, { senderId: ME }), conversation: mine });
  expect(isShown()).toBe(true);
  messaging.receiveMessage({ message: message(4), conversation: conversation(4) });
  expect(isShown()).toBe(false);
  typing.receive(event(true));
  messaging.receiveBlock({ userId: OTHER, block: 'theirs' });
  expect(isShown()).toBe(false);
  messaging.receiveBlock({ userId: OTHER, block: null });
  typing.receive(event(true));
  messaging.goOffline();
  expect(isShown()).toBe(false);
});

test('the recipient gets an event every three seconds', async () => {
  const { messaging, typing, sent } = await open();
  for (const text of ['H', 'He', 'Hel']) messaging.changeDraft(C1, text);
  expect(sent()).toEqual([true]);
  vi.advanceTimersByTime(3_000);
  messaging.changeDraft(C1, 'Hell');
  expect(sent()).toEqual([true, true]);
  messaging.changeDraft(C1, '');
  messaging.changeDraft(C1, '  ');
  typing.stop();
  expect(sent()).toEqual([true, true, false]);

  messaging.changeDraft(C1, 'Hello');
  await messaging.sendMessage('Hello');
  expect(sent().slice(3)).toEqual([true, false]);

  messaging.changeDraft(C1, 'And');
  typing.stop();
  messaging.changeDraft(C1, 'And y');
  await messaging.select(null);
  expect(sent().slice(5)).toEqual([true, false, true, false]);
});

test('opening a conversation with a draft is not typing', async () => {
  const { messaging, sent } = await open();
  await messaging.select(null);
  messaging.changeDraft(C1, 'a draft');
  await messaging.select({ kind: 'conversation', id: C1 });
  expect(sent()).toEqual([]);
});

test('presence is cleared when the connection is lost', async () => {
  const { messaging, presence, online } = await open();
  presence.receive({ userId: OTHER, online: true });
  expect(online()).toEqual([OTHER]);
  presence.receive({ userId: OTHER, online: false });
  expect(online()).toEqual([]);
  presence.receive({ userId: OTHER, online: true });
  messaging.goOffline();
  expect(online()).toEqual([]);
  messaging.goOnline();
  presence.receive({ userId: OTHER, online: true });
  messaging.endSession();
  expect(online()).toEqual([]);
});
