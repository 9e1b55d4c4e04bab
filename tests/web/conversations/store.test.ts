import type { Message } from '@selvedge/shared/conversations/conversations';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMessaging } from '../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message, OTHER } from './factories.ts';

const first = (count: number): Message[] => Array.from({ length: count }, (_, i) => message(i + 1));

async function open(stored: Message[]) {
  const { world, ports } = createWorld(stored);
  const messaging = createMessaging(ports);
  await messaging.memberSignedIn(ME);
  await messaging.inboxOpened();
  messaging.connected();
  await messaging.selected({ kind: 'conversation', id: C1 });
  const seqs = () => {
    const thread = messaging.store.getState().threads[C1];
    return thread?.status === 'ready' ? thread.messages.map((one) => one.seq) : thread?.status;
  };
  const outbox = () => messaging.store.getState().outbox.map(({ content, status }) => [content, status]);
  return { messaging, world, seqs, outbox };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(20);

describe('receiving messages', () => {
  test('a message received twice is shown once', async () => {
    const { messaging, seqs } = await open(first(2));
    const event = { message: message(3), conversation: conversation(3) };
    messaging.messageArrived(event);
    messaging.messageArrived(event);
    expect(seqs()).toEqual([1, 2, 3]);
  });

  test('a deleted member is shown as deleted everywhere', async () => {
    const { messaging } = await open(first(2));
    messaging.personRemoved({ id: OTHER });
    const { buyer, seller } = messaging.store.getState().conversations[C1] ?? {};
    expect(buyer).toMatchObject({ id: OTHER, username: 'deleted user', isDeleted: true });
    expect(seller).toMatchObject({ id: ME, username: 'marlow' });
    messaging.personRemoved({ id: C1 });
    expect(messaging.store.getState().conversations[C1]?.seller.username).toBe('marlow');
  });

  test('a message after a gap waits for the missing', async () => {
    const stored = first(2);
    const { messaging, seqs } = await open(stored);
    stored.push(message(3), message(4));
    messaging.messageArrived({ message: message(4), conversation: conversation(4) });
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
    await messaging.memberSignedIn(ME);
    await messaging.inboxOpened();
    messaging.connected();
    const opened = messaging.selected({ kind: 'conversation', id: C1 });
    const older = [...world.stored];
    await messaging.textSent('sent meanwhile');
    await settle();
    answer(older);
    await opened;
    const thread = messaging.store.getState().threads[C1];
    expect(thread?.status === 'ready' && thread.messages.map((one) => one.seq)).toEqual([1, 2, 3]);
  });

  test('a long gap is filled page by page', async () => {
    const stored = first(2);
    const { messaging, seqs } = await open(stored);
    stored.push(...first(150).slice(2));
    messaging.messageArrived({ message: message(150), conversation: conversation(150) });
    await settle();
    expect(seqs()).toEqual(first(150).map((one) => one.seq));
  });

  test('a late event does not set the conversation back', async () => {
    const { messaging } = await open(first(2));
    messaging.messageArrived({ message: message(4), conversation: conversation(4) });
    messaging.messageArrived({ message: message(3), conversation: conversation(3) });
    expect(messaging.store.getState().conversations[C1]?.lastSeq).toBe(4);
  });

  test('messages missed while disconnected are loaded on reconnect', async () => {
    const stored = first(2);
    const { messaging, seqs } = await open(stored);
    messaging.connectionLost();
    stored.push(message(3), message(4), message(5));
    messaging.connected();
    await settle();
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
  });

  test('older pages are prepended until the first message', async () => {
    const { messaging, seqs } = await open(first(100));
    expect(seqs()).toHaveLength(60);
    await messaging.threadStartReached(C1);
    expect(seqs()).toEqual(first(100).map((one) => one.seq));
    const thread = messaging.store.getState().threads[C1];
    expect(thread?.status === 'ready' && thread.hasOlder).toBe(false);
  });
});

test('a link to an old conversation loads it', async () => {
  const { world, ports } = createWorld(first(3));
  const messaging = createMessaging({
    ...ports,
    rest: { ...ports.rest, listConversations: async () => ({ conversations: [], next: null }) },
  });
  await messaging.memberSignedIn(ME);
  await messaging.inboxOpened();
  messaging.connected();
  await messaging.selected({ kind: 'conversation', id: C1 });
  await settle();
  expect(messaging.store.getState().conversations[C1]?.lastSeq).toBe(3);
  // Nothing else is synced: no messages and no other conversations are beyond these bounds.
  const nothing = { conversations: { [C1]: 2 ** 31 - 1 }, above: '9999-12-31T23:59:59.999Z' };
  expect(world.requests).toContainEqual({ name: 'sync', input: nothing });
});

describe('sending', () => {
  test('a message is shown as sending at once', async () => {
    const { messaging, seqs, outbox } = await open(first(1));
    await messaging.textSent(' Is it still available? ');
    expect(outbox()).toEqual([['Is it still available?', 'sending']]);
    await settle();
    expect(outbox()).toEqual([]);
    expect(seqs()).toEqual([1, 2]);
  });

  test('a message of only whitespace is not sent', async () => {
    const { messaging, world, outbox } = await open(first(1));
    await messaging.textSent('  \n ');
    expect(outbox()).toEqual([]);
    expect(world.stored).toHaveLength(1);
  });

  test('messages written while disconnected are sent in order', async () => {
    const { messaging, world, outbox } = await open(first(1));
    world.network = 'lost';
    messaging.connectionLost();
    for (const text of ['one', 'two', 'three']) await messaging.textSent(text);
    await settle();
    expect(outbox().map(([, status]) => status)).toEqual(['sending', 'sending', 'sending']);
    world.network = 'ok';
    messaging.connected();
    await settle();
    expect(world.stored.slice(1).map((one) => one.content)).toEqual(['one', 'two', 'three']);
    expect(outbox()).toEqual([]);
  });

  test('a message whose ack was lost is stored once', async () => {
    const { messaging, world, seqs } = await open(first(1));
    world.network = 'unanswered';
    await messaging.textSent('hello');
    await settle();
    expect(world.stored).toHaveLength(2);
    messaging.connectionLost();
    world.network = 'ok';
    messaging.connected();
    await settle();
    expect(world.stored).toHaveLength(2);
    expect(seqs()).toEqual([1, 2]);
    expect(messaging.store.getState().outbox).toEqual([]);
  });

  test('a message without an ack is retried', async () => {
    const { messaging, world } = await open(first(1));
    world.network = 'lost';
    await messaging.textSent('hello');
    await settle();
    world.network = 'ok';
    await vi.advanceTimersByTimeAsync(3_000);
    expect(world.stored.map((one) => one.content)).toEqual(['message 1', 'hello']);
  });

  test('a refused message can be resent', async () => {
    const { messaging, world, outbox } = await open(first(1));
    world.network = 'refused';
    await messaging.textSent('first');
    await messaging.textSent('second');
    await settle();
    expect(outbox()).toEqual([
      ['first', 'failed'],
      ['second', 'failed'],
    ]);
    const [one, two] = messaging.store.getState().outbox;
    expect(one?.problem?.message).toBe('Write something first');
    world.network = 'ok';
    messaging.resendChosen(one?.clientId ?? '');
    messaging.discardChosen(two?.clientId ?? '');
    await settle();
    expect(outbox()).toEqual([]);
    expect(world.stored.map((stored) => stored.content)).toEqual(['message 1', 'first']);
  });

  test('unsent messages survive a reload of the page', async () => {
    const before = await open(first(1));
    before.world.network = 'lost';
    before.messaging.connectionLost();
    await before.messaging.textSent('survives');
    const { ports, world } = createWorld(before.world.stored);
    const after = createMessaging({
      ...ports,
      outbox: { ...ports.outbox, load: async () => [...before.world.outbox.values()] },
    });
    await after.memberSignedIn(ME);
    after.connected();
    await settle();
    expect(world.stored.map((one) => one.content)).toEqual(['message 1', 'survives']);
  });

  test('a message that another tab sent leaves this outbox', async () => {
    const { messaging, world, outbox } = await open(first(1));
    world.network = 'lost';
    messaging.connectionLost();
    await messaging.textSent('hello');
    const clientId = messaging.store.getState().outbox[0]?.clientId ?? '';
    messaging.messageArrived({
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
    await messaging.memberSignedIn(ME);
    await messaging.targetChosen({ sellerId: OTHER, listingId: 'l1', wtbListingId: null });
    messaging.textTyped('l1', 'hello');
    await expect(messaging.textSent('hello')).rejects.toEqual(refused);
    expect(messaging.store.getState().drafts).toEqual({ l1: 'hello' });
  });
});

describe('reading', () => {
  test('marks the thread after its end is visible', async () => {
    const { messaging, world } = await open(first(3));
    messaging.endSeen(true);
    await vi.advanceTimersByTimeAsync(999);
    expect(world.readSeq).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.readSeq).toBe(3);
    await settle();
    expect(messaging.store.getState().conversations[C1]?.isRead).toBe(true);
  });

  test('marks nothing in a hidden tab', async () => {
    const { messaging, world } = await open(first(3));
    messaging.endSeen(true);
    await vi.advanceTimersByTimeAsync(500);
    messaging.endSeen(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.readSeq).toBe(0);
  });

  test('marks a message that was visible for a second', async () => {
    const stored = first(3);
    const { messaging, world } = await open(stored);
    messaging.endSeen(true);
    await vi.advanceTimersByTimeAsync(900);
    stored.push(message(4));
    messaging.messageArrived({ message: message(4), conversation: conversation(4) });
    await vi.advanceTimersByTimeAsync(100);
    expect(world.readSeq).toBe(3);
    await settle();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(world.readSeq).toBe(4);
  });

  test('the read position of another device is adopted', async () => {
    const { messaging } = await open(first(3));
    messaging.readMoved({ conversationId: C1, userId: ME, seq: 3 });
    expect(messaging.store.getState().conversations[C1]?.isRead).toBe(true);
    messaging.readMoved({ conversationId: C1, userId: ME, seq: 2 });
    expect(messaging.store.getState().conversations[C1]?.readSeq).toBe(3);
  });
});

test('the unread count is requested without an open inbox', async () => {
  const { world, ports } = createWorld(first(2));
  const messaging = createMessaging(ports);
  await messaging.memberSignedIn(ME);
  messaging.connected();
  messaging.checked();
  expect(world.requests).toEqual([{ name: 'unread:count', input: {} }]);
});

test('an edited text survives closing the panel', async () => {
  const { messaging } = await open([message(1, { senderId: ME, createdAt: new Date().toISOString() })]);
  const { id } = message(1);
  const { store } = messaging;
  messaging.editingChosen(id);
  messaging.editTyped(id, 'edited text');
  // Like the panel when it is closed.
  messaging.panelClosed();
  await messaging.selected({ kind: 'conversation', id: C1 });
  expect(store.getState().editing).toBeNull();
  messaging.editingChosen(id);
  expect([store.getState().editing?.id, store.getState().edits]).toEqual([id, { [id]: 'edited text' }]);
  messaging.editingChosen(null);
  expect([store.getState().editing, store.getState().edits]).toEqual([null, {}]);
});

test('signing out deletes unsent messages', async () => {
  const { messaging, world } = await open(first(1));
  world.network = 'lost';
  messaging.connectionLost();
  await messaging.textSent('unsent');
  messaging.memberLeft();
  expect(world.outbox.size).toBe(1);
  await messaging.memberSignedOut(ME);
  expect(world.outbox.size).toBe(0);
});

test('the end of a session clears the view', async () => {
  const { messaging } = await open(first(3));
  messaging.memberLeft();
  expect(messaging.store.getState()).toMatchObject({
    personId: null,
    conversations: {},
    threads: {},
    unread: 0,
  });
});
