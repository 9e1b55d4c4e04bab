import { DELIVERED_DELAY_MS } from '@selvedge/shared/platform/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDelivered } from '../../../../../web/src/conversations/store/inbox/delivered.ts';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message, OTHER } from '../../factories.ts';

const C2 = C1.replace(/1$/, '2');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tab with an inbox of two messages and no open thread. */
async function open() {
  const { world, ports } = createWorld([message(1), message(2)]);
  const messaging = createMessaging(ports);
  const delivered = createDelivered(messaging.store, ports.live);
  await messaging.startSession(ME);
  const arrives = (seq: number, changes: Parameters<typeof conversation>[1] = {}) => {
    const updated = conversation(seq, changes);
    const changed = { senderId: updated.lastMessage?.senderId ?? OTHER, conversationId: updated.id };
    messaging.receiveMessage({ message: message(seq, changed), conversation: updated });
  };
  return {
    world,
    messaging,
    delivered,
    arrives,
    current: () => messaging.store.getState().conversations[C1],
    /** The reports so far, including the one whose delay has just passed. */
    async reported() {
      await vi.advanceTimersByTimeAsync(DELIVERED_DELAY_MS * 5);
      return world.requests
        .filter(({ name }) => name === 'conversation:delivered')
        .map(({ input }) => (input as { conversations: object }).conversations);
    },
  };
}

test('messages in a loaded inbox are reported once', async () => {
  const { messaging, current, reported } = await open();
  await messaging.openInbox();
  expect(await reported()).toEqual([]);
  messaging.goOnline();
  expect(await reported()).toEqual([{ [C1]: 2 }]);
  expect(current()).toMatchObject({ deliveredSeq: 2, readSeq: 0, isRead: false });
  void messaging.catchUp();
  messaging.goOffline();
  messaging.goOnline();
  expect(await reported()).toEqual([{ [C1]: 2 }]);
});

test('a burst causes one report', async () => {
  const { messaging, arrives, reported } = await open();
  messaging.goOnline();
  arrives(3);
  arrives(4, { id: C2 });
  arrives(4);
  expect(await reported()).toEqual([{ [C1]: 4, [C2]: 4 }]);
});

test('messages received on another device are not reported', async () => {
  const { messaging, arrives, reported } = await open();
  messaging.goOnline();
  arrives(4);
  expect(await reported()).toEqual([{ [C1]: 4 }]);
  arrives(5, { readSeq: 5 });
  expect(await reported()).toHaveLength(1);
  arrives(6, { deliveredSeq: 6 });
  expect(await reported()).toHaveLength(1);
  arrives(7);
  expect((await reported()).slice(1)).toEqual([{ [C1]: 7 }]);
});

test('a lost report is repeated on the next connection', async () => {
  const { world, messaging, arrives, current, reported } = await open();
  messaging.goOnline();
  world.network = 'lost';
  arrives(3);
  expect(await reported()).toEqual([{ [C1]: 3 }]);
  expect(current()?.deliveredSeq).toBe(0);
  messaging.goOffline();
  arrives(4);
  expect(await reported()).toHaveLength(1);
  world.network = 'ok';
  messaging.goOnline();
  expect((await reported()).slice(1)).toEqual([{ [C1]: 4 }]);
  expect(current()?.deliveredSeq).toBe(4);
});

test('a report lost after reconnecting is repeated', async () => {
  const { world, messaging, arrives, current, reported } = await open();
  messaging.goOnline();
  world.network = 'unanswered';
  arrives(3);
  // The report is in flight and gets no ack.
  await vi.advanceTimersByTimeAsync(DELIVERED_DELAY_MS);
  messaging.goOffline();
  messaging.goOnline();
  await vi.advanceTimersByTimeAsync(1);
  world.network = 'ok';
  expect(await reported()).toEqual([{ [C1]: 3 }, { [C1]: 3 }]);
  expect(current()?.deliveredSeq).toBe(3);
});

test('many conversations are reported in several reports', async () => {
  const { messaging, arrives, reported } = await open();
  messaging.goOnline();
  for (let i = 0; i < 250; i += 1) arrives(1, { id: C1.replace(/c1$/, `f${100 + i}`) });
  expect((await reported()).map((seqs) => Object.keys(seqs).length)).toEqual([100, 100, 50]);
});

test('the delivered cursor never moves backwards', async () => {
  const { messaging, delivered, arrives, current } = await open();
  messaging.goOnline();
  arrives(5, { otherReadSeq: 1, otherDeliveredSeq: 1 });
  for (const seq of [4, 3]) delivered.receive({ conversationId: C1, userId: OTHER, seq });
  expect(current()).toMatchObject({ otherDeliveredSeq: 4, otherReadSeq: 1, deliveredSeq: 0 });
  delivered.receive({ conversationId: C2, userId: OTHER, seq: 1 });
  expect(Object.keys(messaging.store.getState().conversations)).toEqual([C1]);
});

test('a report is not attributed to the next member', async () => {
  const { messaging, arrives, current, reported } = await open();
  messaging.goOnline();
  arrives(3);
  // The report is in flight when the other member signs in here.
  await vi.advanceTimersByTimeAsync(DELIVERED_DELAY_MS);
  messaging.endSession();
  await messaging.startSession(OTHER);
  arrives(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(current()?.deliveredSeq).toBe(0);
  messaging.goOnline();
  expect(await reported()).toHaveLength(2);
});
