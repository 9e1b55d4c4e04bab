import { DELIVERED_DELAY_MS } from '@selvedge/shared/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDelivered } from '../../../web/src/conversations/store/delivered.ts';
import { createMessaging } from '../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message, OTHER } from './factories.ts';

const C2 = C1.replace(/1$/, '2');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tab with the list of two messages open, and no thread. */
async function open() {
  const { world, ports } = createWorld([message(1), message(2)]);
  const messaging = createMessaging(ports);
  const delivered = createDelivered(messaging.store, ports.live);
  await messaging.memberSignedIn(ME);
  const arrives = (seq: number, changes: Parameters<typeof conversation>[1] = {}) => {
    const told = conversation(seq, changes);
    const said = { senderId: told.lastMessage?.senderId ?? OTHER, conversationId: told.id };
    messaging.messageArrived({ message: message(seq, said), conversation: told });
  };
  return {
    world,
    messaging,
    delivered,
    arrives,
    held: () => messaging.store.getState().conversations[C1],
    /** What was reported, once the moment has passed in which it is gathered. */
    async reported() {
      await vi.advanceTimersByTimeAsync(DELIVERED_DELAY_MS * 5);
      return world.requests
        .filter(({ name }) => name === 'conversation:delivered')
        .map(({ input }) => (input as { conversations: object }).conversations);
    },
  };
}

test('the list that is loaded has arrived, and is reported once', async () => {
  const { messaging, held, reported } = await open();
  await messaging.inboxOpened();
  expect(await reported()).toEqual([]);
  messaging.connected();
  expect(await reported()).toEqual([{ [C1]: 2 }]);
  expect(held()).toMatchObject({ deliveredSeq: 2, readSeq: 0, isRead: false });
  void messaging.caughtUp();
  messaging.connectionLost();
  messaging.connected();
  expect(await reported()).toEqual([{ [C1]: 2 }]);
});

test('a burst is one report; what I wrote or have read, or another device has, is none', async () => {
  const { messaging, arrives, reported } = await open();
  messaging.connected();
  arrives(3);
  arrives(4, { id: C2 });
  arrives(4);
  expect(await reported()).toEqual([{ [C1]: 4, [C2]: 4 }]);
  arrives(5, { readSeq: 5 });
  expect(await reported()).toHaveLength(1);
  arrives(6, { deliveredSeq: 6 });
  expect(await reported()).toHaveLength(1);
  arrives(7);
  expect((await reported()).slice(1)).toEqual([{ [C1]: 7 }]);
});

test('a report that is lost goes again with the next connection', async () => {
  const { world, messaging, arrives, held, reported } = await open();
  messaging.connected();
  world.network = 'lost';
  arrives(3);
  expect(await reported()).toEqual([{ [C1]: 3 }]);
  expect(held()?.deliveredSeq).toBe(0);
  messaging.connectionLost();
  arrives(4);
  expect(await reported()).toHaveLength(1);
  world.network = 'ok';
  messaging.connected();
  expect((await reported()).slice(1)).toEqual([{ [C1]: 4 }]);
  expect(held()?.deliveredSeq).toBe(4);
});

test('a report that is lost after the next connection was made goes again, too', async () => {
  const { world, messaging, arrives, held, reported } = await open();
  messaging.connected();
  world.network = 'unanswered';
  arrives(3);
  // It is on its way, and is not answered.
  await vi.advanceTimersByTimeAsync(DELIVERED_DELAY_MS);
  messaging.connectionLost();
  messaging.connected();
  await vi.advanceTimersByTimeAsync(1);
  world.network = 'ok';
  expect(await reported()).toEqual([{ [C1]: 3 }, { [C1]: 3 }]);
  expect(held()?.deliveredSeq).toBe(3);
});

test('more than one report may name goes in several', async () => {
  const { messaging, arrives, reported } = await open();
  messaging.connected();
  for (let i = 0; i < 250; i += 1) arrives(1, { id: C1.replace(/c1$/, `f${100 + i}`) });
  expect((await reported()).map((seqs) => Object.keys(seqs).length)).toEqual([100, 100, 50]);
});

test('what reached the other person is held, and never falls', async () => {
  const { messaging, delivered, arrives, held } = await open();
  messaging.connected();
  arrives(5, { otherReadSeq: 1, otherDeliveredSeq: 1 });
  for (const seq of [4, 3]) delivered.received({ conversationId: C1, userId: OTHER, seq });
  expect(held()).toMatchObject({ otherDeliveredSeq: 4, otherReadSeq: 1, deliveredSeq: 0 });
  delivered.received({ conversationId: C2, userId: OTHER, seq: 1 });
  expect(Object.keys(messaging.store.getState().conversations)).toEqual([C1]);
});

test('what one person of this browser reported is not taken for the next one’s', async () => {
  const { messaging, arrives, held, reported } = await open();
  messaging.connected();
  arrives(3);
  // It is on its way when the other of the two signs in here.
  await vi.advanceTimersByTimeAsync(DELIVERED_DELAY_MS);
  messaging.memberLeft();
  await messaging.memberSignedIn(OTHER);
  arrives(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(held()?.deliveredSeq).toBe(0);
  messaging.connected();
  expect(await reported()).toHaveLength(2);
});
