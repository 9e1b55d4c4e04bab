import type { Message } from '@selvedge/shared/conversations';
import { SYNC_CONVERSATIONS_MAX } from '@selvedge/shared/limits';
import { Sync } from '@selvedge/shared/realtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  MESSAGES_LEFT,
  THREAD_MESSAGES_MAX,
  THREADS_MAX,
} from '../../../web/src/conversations/store/loaded-threads.ts';
import type { Rest } from '../../../web/src/conversations/store/ports.ts';
import { createMessaging } from '../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message } from './factories.ts';

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
  await messaging.memberSignedIn(ME);
  await messaging.inboxOpened();
  messaging.connected();
  const show = async (id: string | null) => {
    await messaging.selected(id === null ? null : { kind: 'conversation', id });
    await settle();
  };
  const threadOf = (id: string) => messaging.store.getState().threads[id];
  const seqs = (id = C1) => {
    const thread = threadOf(id);
    return thread?.status === 'ready' ? thread.messages.map(({ seq }) => seq) : thread?.status;
  };
  return { world, messaging, show, seqs, held: () => Object.keys(messaging.store.getState().threads) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(20);

test('a tab that has shown more threads than one sync may name holds the latest of them', async () => {
  const { messaging, world, show, held } = await open();
  const shown = range(1, SYNC_CONVERSATIONS_MAX + 1).map(idOf);
  for (const id of shown) await messaging.selected({ kind: 'conversation', id });
  await settle();
  expect(held()).toEqual(shown.slice(-THREADS_MAX));
  // Shown again, the oldest of these outlives the others.
  const [oldest = '', second = ''] = held();
  await show(oldest);
  await show(idOf(0));
  expect(held()).toContain(oldest);
  expect(held()).not.toContain(second);
  world.requests.length = 0;
  void messaging.caughtUp();
  await settle();
  const [sync] = world.requests.filter(({ name }) => name === 'sync');
  expect(Sync.safeParse(sync?.input).success).toBe(true);
});

test('the open thread and one that waits to be sent stay, however many are shown', async () => {
  const { messaging, world, show, seqs, held } = await open();
  world.network = 'lost';
  await show(idOf(0));
  await messaging.textSent('waits');
  for (const n of range(1, THREADS_MAX + 5)) await show(idOf(n));
  expect(held()).toHaveLength(THREADS_MAX);
  expect(held()).toContain(idOf(0));
  // What was let go of is fetched again.
  expect(held()).not.toContain(idOf(1));
  await show(idOf(1));
  expect(seqs(idOf(1))).toEqual(range(141, 200));
});

const FAR = THREAD_MESSAGES_MAX + 100;

/** A thread that was read from its end to its beginning. */
async function openFar() {
  const far = range(1, FAR).map((seq) => message(seq));
  /** The next answer waits for it. */
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
  while (seqs()?.[0] !== 1) await messaging.threadStartReached(C1);
  expect(seqs()).toEqual(range(1, FAR));
  const holdBack = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wait = promise;
    return resolve;
  };
  return { ...opened, holdBack };
}

test('a thread that was read far up is not held on to when another is opened', async () => {
  const { show, held } = await openFar();
  await show(idOf(1));
  expect(held()).toEqual([idOf(1)]);
});

test('a thread at whose end somebody reads does not grow for ever, and has the rest again page by page', async () => {
  const { messaging, seqs } = await openFar();
  messaging.threadEndShown(C1);
  expect(seqs()).toEqual(range(FAR - MESSAGES_LEFT + 1, FAR));
  // It takes long until it happens again.
  messaging.messageArrived({ message: message(FAR + 1), conversation: conversation(FAR + 1) });
  messaging.threadEndShown(C1);
  expect(seqs()).toEqual(range(FAR - MESSAGES_LEFT + 1, FAR + 1));
  // What is changed where it is not held is there as it is now.
  const changed = { ...message(FAR - MESSAGES_LEFT), content: 'edited', changedSeq: 1 };
  messaging.messageChanged({ message: changed, conversation: conversation(FAR + 1, { changeSeq: 1 }) });
  await messaging.threadStartReached(C1);
  expect(seqs()).toEqual(range(FAR - MESSAGES_LEFT - 59, FAR + 1));
  const thread = messaging.store.getState().threads[C1];
  expect(thread?.status === 'ready' && thread.messages[59]?.content).toBe('edited');
  // One that was found among what is gone is shown in a window of its own.
  await messaging.hitChosen(hit(80));
  expect(seqs()).toEqual(range(20, 139));
});

test('a page that was asked for before the oldest were let go of is not put to the rest', async () => {
  const { messaging, seqs, holdBack } = await openFar();
  for (const seq of range(FAR + 1, FAR + MESSAGES_LEFT + 1)) {
    messaging.messageArrived({ message: message(seq), conversation: conversation(seq) });
  }
  messaging.threadEndShown(C1);
  const letCome = holdBack();
  const asked = messaging.threadStartReached(C1);
  for (const seq of range(FAR + MESSAGES_LEFT + 2, FAR + 3 * MESSAGES_LEFT)) {
    messaging.messageArrived({ message: message(seq), conversation: conversation(seq) });
  }
  messaging.threadEndShown(C1);
  letCome();
  await asked;
  const first = FAR + 2 * MESSAGES_LEFT + 1;
  expect(seqs()).toEqual(range(first, FAR + 3 * MESSAGES_LEFT));
});

/** Calls for messages whose answers come when the test says so. */
function heldBack() {
  const stored = range(1, 200).map((seq) => message(seq));
  const asked: (() => void)[] = [];
  const listMessages = (_: string, { before, after }: { before?: number; after?: number }) =>
    new Promise<Message[]>((resolve) => {
      const page =
        after === undefined
          ? stored.filter((one) => one.seq < (before ?? 201)).slice(-60)
          : stored.filter((one) => one.seq > after).slice(0, 60);
      asked.push(() => resolve(page));
    });
  /** Answers that one of the calls that wait. */
  const answer = async (at: number) => {
    asked.splice(at, 1)[0]?.();
    await settle();
  };
  return { listMessages, answer, waiting: () => asked.length };
}

test('of an opened thread and a message in it that was found the later wins, however the answers come', async () => {
  const { listMessages, answer, waiting } = heldBack();
  const { messaging, seqs } = await open({ listMessages });
  void messaging.selected({ kind: 'conversation', id: C1 });
  void messaging.hitChosen(hit(80));
  await settle();
  await answer(1);
  await answer(1);
  expect(seqs()).toEqual(range(20, 139));
  await answer(0);
  expect([waiting(), seqs()]).toEqual([0, range(20, 139)]);
});

test('who answers while a message that was found is on its way is at the end', async () => {
  const { listMessages, answer } = heldBack();
  const { messaging, seqs } = await open({ listMessages });
  void messaging.hitChosen(hit(80));
  void messaging.selected({ kind: 'conversation', id: C1 });
  await settle();
  void messaging.jumpToEnd(C1);
  await settle();
  await answer(1);
  expect(seqs()).toEqual(range(141, 200));
  await answer(0);
  await answer(0);
  expect(seqs()).toEqual(range(141, 200));
});

test('a page that was asked for before the thread became another piece is not put to it', async () => {
  const { listMessages, answer } = heldBack();
  const { messaging, seqs } = await open({ listMessages });
  void messaging.selected({ kind: 'conversation', id: C1 });
  await settle();
  await answer(0);
  void messaging.threadStartReached(C1);
  void messaging.hitChosen(hit(30));
  await settle();
  await answer(1);
  await answer(1);
  expect(seqs()).toEqual(range(1, 89));
  void messaging.windowEndReached(C1);
  void messaging.jumpToEnd(C1);
  await settle();
  await answer(2);
  await answer(0);
  await answer(0);
  // The first page lies before this piece, too; the other lay behind what is gone.
  expect(seqs()).toEqual(range(81, 200));
});
