import type { Message } from '@selvedge/shared/conversations/conversations';
import { SYNC_CONVERSATIONS_MAX } from '@selvedge/shared/platform/limits';
import { Sync } from '@selvedge/shared/platform/realtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Rest } from '../../../../../web/src/conversations/store/session/ports.ts';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import {
  MESSAGES_LEFT,
  THREAD_MESSAGES_MAX,
  THREADS_MAX,
} from '../../../../../web/src/conversations/store/threads/evict-threads.ts';
import { C1, conversation, createWorld, ME, message } from '../../factories.ts';

const idOf = (n: number) => `01900000-0000-7000-8000-0000000e${String(n).padStart(4, '0')}`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const hit = (seq: number, id = C1) => ({
  id: message(seq).id,
  seq,
  senderId: message(seq).senderId,
  createdAt: message(seq).createdAt,
  conversation: conversation(200, { id }),
  excerpt: { before: '', match: 'needle', after: '' },
});

async function open(rest: Partial<Rest> = {}) {
  const { world, ports } = createWorld(range(1, 200).map((seq) => message(seq)));
  const messaging = createMessaging({ ...ports, rest: { ...ports.rest, ...rest } });
  await messaging.startSession(ME);
  await messaging.openInbox();
  messaging.goOnline();
  const show = async (id: string | null) => {
    await messaging.select(id === null ? null : { kind: 'conversation', id });
    await settle();
  };
  const threadOf = (id: string) => messaging.store.getState().threads[id];
  const seqs = (id = C1) => {
    const thread = threadOf(id);
    return thread?.status === 'ready' ? thread.messages.map(({ seq }) => seq) : thread?.status;
  };
  return { world, messaging, show, seqs, loaded: () => Object.keys(messaging.store.getState().threads) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(20);

test("a tab's threads fit into one sync", async () => {
  const { messaging, world, show, loaded } = await open();
  const shown = range(1, SYNC_CONVERSATIONS_MAX + 1).map(idOf);
  for (const id of shown) await messaging.select({ kind: 'conversation', id });
  await settle();
  expect(loaded()).toEqual(shown.slice(-THREADS_MAX));
  // The oldest of these is shown again, so it outlives the others.
  const [oldest = '', second = ''] = loaded();
  await show(oldest);
  await show(idOf(0));
  expect(loaded()).toContain(oldest);
  expect(loaded()).not.toContain(second);
  world.requests.length = 0;
  void messaging.catchUp();
  await settle();
  const [sync] = world.requests.filter(({ name }) => name === 'sync');
  expect(Sync.safeParse(sync?.input).success).toBe(true);
});

test('a thread with an outgoing message is not evicted', async () => {
  const { messaging, world, show, seqs, loaded } = await open();
  world.network = 'lost';
  await show(idOf(0));
  await messaging.sendMessage('waits');
  for (const n of range(1, THREADS_MAX + 5)) await show(idOf(n));
  expect(loaded()).toHaveLength(THREADS_MAX);
  expect(loaded()).toContain(idOf(0));
  // An evicted thread is fetched again.
  expect(loaded()).not.toContain(idOf(1));
  await show(idOf(1));
  expect(seqs(idOf(1))).toEqual(range(141, 200));
});

const FAR = THREAD_MESSAGES_MAX + 100;

/** A thread that was scrolled from its end to its start. */
async function openFar() {
  const far = range(1, FAR).map((seq) => message(seq));
  /** The next response waits for this promise. */
  let wait: Promise<void> | undefined;
  const listMessages: Rest['listMessages'] = async (_, { before, after }) => {
    await wait;
    if (after !== undefined) return far.slice(after, after + 60);
    const end = (before ?? FAR + 1) - 1;
    return far.slice(Math.max(0, end - 60), end);
  };
  const opened = await open({ listMessages });
  const { messaging, show, seqs } = opened;
  await show(C1);
  while (seqs()?.[0] !== 1) await messaging.loadOlderMessages(C1);
  expect(seqs()).toEqual(range(1, FAR));
  const delayNext = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wait = promise;
    return resolve;
  };
  return { ...opened, delayNext };
}

test('a very long thread is evicted by another', async () => {
  const { show, loaded } = await openFar();
  await show(idOf(1));
  expect(loaded()).toEqual([idOf(1)]);
});

test('a thread read at its end stays bounded', async () => {
  const { messaging, seqs } = await openFar();
  messaging.trimThread(C1);
  expect(seqs()).toEqual(range(FAR - MESSAGES_LEFT + 1, FAR));
  // The thread is cut again only after many more messages.
  messaging.receiveMessage({ message: message(FAR + 1), conversation: conversation(FAR + 1) });
  messaging.trimThread(C1);
  expect(seqs()).toEqual(range(FAR - MESSAGES_LEFT + 1, FAR + 1));
  // A message that changed while it was not loaded has its latest version when it loads.
  const changed = { ...message(FAR - MESSAGES_LEFT), content: 'edited', changedSeq: 1 };
  messaging.receiveChangedMessage({
    message: changed,
    conversation: conversation(FAR + 1, { changeSeq: 1 }),
  });
  await messaging.loadOlderMessages(C1);
  expect(seqs()).toEqual(range(FAR - MESSAGES_LEFT - 59, FAR + 1));
  const thread = messaging.store.getState().threads[C1];
  expect(thread?.status === 'ready' && thread.messages[59]?.content).toBe('edited');
  // A search hit among the dropped messages opens in a separate window of messages.
  await messaging.openHit(hit(80));
  expect(seqs()).toEqual(range(20, 139));
});

test('a page requested before the cut is not prepended', async () => {
  const { messaging, seqs, delayNext } = await openFar();
  for (const seq of range(FAR + 1, FAR + MESSAGES_LEFT + 1)) {
    messaging.receiveMessage({ message: message(seq), conversation: conversation(seq) });
  }
  messaging.trimThread(C1);
  const release = delayNext();
  const pending = messaging.loadOlderMessages(C1);
  for (const seq of range(FAR + MESSAGES_LEFT + 2, FAR + 3 * MESSAGES_LEFT)) {
    messaging.receiveMessage({ message: message(seq), conversation: conversation(seq) });
  }
  messaging.trimThread(C1);
  release();
  await pending;
  const first = FAR + 2 * MESSAGES_LEFT + 1;
  expect(seqs()).toEqual(range(first, FAR + 3 * MESSAGES_LEFT));
});

/** Message requests whose responses come when the test says so. */
function delayedMessages() {
  const stored = range(1, 200).map((seq) => message(seq));
  const pending: (() => void)[] = [];
  const listMessages = (_: string, { before, after }: { before?: number; after?: number }) =>
    new Promise<Message[]>((resolve) => {
      const page =
        after === undefined
          ? stored.filter((one) => one.seq < (before ?? 201)).slice(-60)
          : stored.filter((one) => one.seq > after).slice(0, 60);
      pending.push(() => resolve(page));
    });
  /** Responds to the waiting request at this index. */
  const respond = async (at: number) => {
    pending.splice(at, 1)[0]?.();
    await settle();
  };
  return { listMessages, respond, waiting: () => pending.length };
}

test('the later of thread or hit wins', async () => {
  const { listMessages, respond, waiting } = delayedMessages();
  const { messaging, seqs } = await open({ listMessages });
  void messaging.select({ kind: 'conversation', id: C1 });
  void messaging.openHit(hit(80));
  await settle();
  await respond(1);
  await respond(1);
  expect(seqs()).toEqual(range(20, 139));
  await respond(0);
  expect([waiting(), seqs()]).toEqual([0, range(20, 139)]);
});

test('replying while a hit loads leads to the end', async () => {
  const { listMessages, respond } = delayedMessages();
  const { messaging, seqs } = await open({ listMessages });
  void messaging.openHit(hit(80));
  void messaging.select({ kind: 'conversation', id: C1 });
  await settle();
  void messaging.jumpToEnd(C1);
  await settle();
  await respond(1);
  expect(seqs()).toEqual(range(141, 200));
  await respond(0);
  await respond(0);
  expect(seqs()).toEqual(range(141, 200));
});

test('a page of an earlier range is not added', async () => {
  const { listMessages, respond } = delayedMessages();
  const { messaging, seqs } = await open({ listMessages });
  void messaging.select({ kind: 'conversation', id: C1 });
  await settle();
  await respond(0);
  void messaging.loadOlderMessages(C1);
  void messaging.openHit(hit(30));
  await settle();
  await respond(1);
  await respond(1);
  expect(seqs()).toEqual(range(1, 89));
  void messaging.loadNewerMessages(C1);
  void messaging.jumpToEnd(C1);
  await settle();
  await respond(2);
  await respond(0);
  await respond(0);
  // The first page precedes this range, too; the other followed messages that are no longer loaded.
  expect(seqs()).toEqual(range(81, 200));
});

/** Answers with the few messages nearest to where a page begins, as the server does when they are heavy. */
const heavyPages: Partial<Rest> = {
  listMessages: async (_, { before = 201, after }) => {
    const first = after === undefined ? Math.max(1, before - 7) : after + 1;
    const last = after === undefined ? before - 1 : Math.min(200, after + 7);
    return range(first, last).map((seq) => message(seq));
  },
};

test('a thread of heavy messages is read completely', async () => {
  const { messaging, show, seqs } = await open(heavyPages);
  await show(C1);
  for (let pages = 0; pages < 30; pages += 1) await messaging.loadOlderMessages(C1);
  expect(seqs()).toEqual(range(1, 200));
});

test('a window of heavy messages is read completely', async () => {
  const { messaging, seqs } = await open(heavyPages);
  await messaging.openHit(hit(100));
  for (let pages = 0; pages < 30; pages += 1) await messaging.loadNewerMessages(C1);
  expect(seqs()).toEqual(range(93, 200));
});
