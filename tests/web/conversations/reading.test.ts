import type { Conversation, Message } from '@selvedge/shared/conversations';
import { READ_DELAY_MS } from '@selvedge/shared/limits';
import type { RequestInput } from '@selvedge/shared/realtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDelivered } from '../../../web/src/conversations/store/delivered.ts';
import type { Ports } from '../../../web/src/conversations/store/ports.ts';
import { createMessaging, type Messaging } from '../../../web/src/conversations/store/store.ts';
import { createRandom, type Random, seedOfRun } from '../../support/data/random.ts';
import { C1, conversation, createWorld, ME, message, OTHER } from './factories.ts';

const HISTORIES = Number(process.env.SELVEDGE_TEST_READINGS ?? 1_000);
const STEPS = 20;
const seed = seedOfRun();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Tab {
  messaging: Messaging;
  /** Something is on its way to it. */
  hear(tell: () => void): void;
  /** What it marked read before it was in sight for long enough. */
  early: string[];
  /** What it reported as arrived before it was told of it. */
  untrue: number[];
  connect(): void;
  cut(): void;
  look(isSeen: boolean): void;
}

/** What the server holds by the contract: messages, and my cursors, which only rise. */
function createModel() {
  const stored: Message[] = [];
  let readSeq = 0;
  let deliveredSeq = 0;
  const tabs: Tab[] = [];
  const isUnread = () => stored.at(-1)?.senderId === OTHER && stored.length > readSeq;
  const unread = () => (isUnread() ? 1 : 0);
  const present = (): Conversation => {
    const lastMessage = stored.at(-1) ?? null;
    const cursors = { readSeq, deliveredSeq: Math.max(deliveredSeq, readSeq) };
    return conversation(stored.length, { ...cursors, isRead: !isUnread(), lastMessage });
  };
  return {
    stored,
    tabs,
    unread,
    present,
    readSeq: () => readSeq,
    say(senderId: string, clientId?: string): Message {
      const said = message(stored.length + 1, { senderId, ...(clientId && { clientId }) });
      stored.push(said);
      if (senderId === ME) readSeq = said.seq;
      const [told, count] = [present(), unread()];
      for (const { hear, messaging } of tabs) {
        hear(() => messaging.messageArrived({ message: said, conversation: told }));
        hear(() => messaging.unreadCounted({ count }));
      }
      return said;
    },
    delivered(seq: number): void {
      deliveredSeq = Math.max(deliveredSeq, Math.min(seq, stored.length));
    },
    read(seq: number): number {
      if (seq > readSeq) {
        readSeq = Math.min(seq, stored.length);
        const [event, count] = [{ conversationId: C1, userId: ME, seq: readSeq }, unread()];
        for (const { hear, messaging } of tabs) {
          hear(() => messaging.readMoved(event));
          hear(() => messaging.unreadCounted({ count }));
        }
      }
      return unread();
    },
  };
}
type Model = ReturnType<typeof createModel>;

/** One of my tabs, on a connection that is slow by chance and keeps the order of what it brings. */
function openTab(model: Model, random: Random): Tab {
  /** Counts the connections; odd while there is one. */
  let connection = 0;
  let before: Promise<unknown> = Promise.resolve();
  let seenSince = Number.POSITIVE_INFINITY;
  const heldSince = new Map<number, number>();
  const early: string[] = [];
  const untrue: number[] = [];

  /** Behind all that is on its way to this tab; never, when the connection is lost before. */
  function arrive(): Promise<boolean> {
    const on = connection;
    const due = sleep(random.below(300));
    const arrived = before.then(() => due).then(() => on === connection && on % 2 === 1);
    before = arrived;
    return arrived;
  }
  const hear = (tell: () => void) => void arrive().then((is) => is && tell());

  function noteRead(seq: number): void {
    const since = Math.max(seenSince, heldSince.get(seq) ?? Number.POSITIVE_INFINITY);
    if (Date.now() - since < READ_DELAY_MS) early.push(`${seq} after ${Date.now() - since} ms`);
  }
  function noteDelivered({ conversations }: RequestInput<'conversation:delivered'>): void {
    const known = messaging.store.getState().conversations[C1]?.lastSeq ?? 0;
    if ((conversations[C1] ?? 0) > known) untrue.push(conversations[C1] ?? 0);
  }
  function answer(name: string, input: unknown): unknown {
    if (name === 'message:send') {
      const { clientId } = input as RequestInput<'message:send'>;
      const first = model.stored.find((one) => one.clientId === clientId);
      return { ok: true, message: first ?? model.say(ME, clientId) };
    }
    if (name === 'conversation:read') {
      return { ok: true, unread: model.read((input as RequestInput<'conversation:read'>).seq) };
    }
    if (name === 'conversation:delivered') {
      model.delivered((input as RequestInput<'conversation:delivered'>).conversations[C1] ?? 0);
      return { ok: true };
    }
    const known = (input as RequestInput<'sync'>).conversations[C1] ?? 0;
    const messages = model.stored.filter(({ seq }) => seq > known);
    return { ok: true, conversations: [model.present()], messages, changes: {}, undone: [], complete: true };
  }
  const { ports } = createWorld(model.stored);
  const live: Ports['live'] = {
    ...ports.live,
    async request(name, input) {
      if (name === 'conversation:read') noteRead((input as RequestInput<'conversation:read'>).seq);
      if (name === 'conversation:delivered') noteDelivered(input as RequestInput<'conversation:delivered'>);
      const on = connection;
      if (on % 2 === 0) throw new Error('not connected');
      await sleep(random.below(300));
      if (on !== connection) throw new Error('lost before it arrived');
      const answered = answer(name, input);
      if (!(await arrive())) throw new Error('lost before it was answered');
      return answered as never;
    },
  };
  const messaging = createMessaging({
    ...ports,
    newId: () => crypto.randomUUID(),
    rest: {
      ...ports.rest,
      listConversations: async () => ({ conversations: [model.present()], next: null }),
    },
    live,
  });
  createDelivered(messaging.store, live);
  messaging.store.subscribe(({ threads: { [C1]: thread } }) => {
    const last = thread?.status === 'ready' ? (thread.messages.at(-1)?.seq ?? 0) : 0;
    if (last > 0 && !heldSince.has(last)) heldSince.set(last, Date.now());
  });
  return {
    messaging,
    hear,
    early,
    untrue,
    connect(): void {
      if (connection % 2 === 1) return;
      connection += 1;
      const count = model.unread();
      messaging.connected();
      hear(() => messaging.unreadCounted({ count }));
    },
    cut(): void {
      if (connection % 2 === 0) return;
      connection += 1;
      messaging.connectionLost();
    },
    look(isSeen: boolean): void {
      if (isSeen !== Number.isFinite(seenSince)) seenSince = isSeen ? Date.now() : Number.POSITIVE_INFINITY;
      messaging.endSeen(isSeen);
    },
  };
}
async function play(random: Random): Promise<{ model: Model; looks: boolean }> {
  const model = createModel();
  model.say(OTHER);
  for (const _ of [1, 2]) {
    const tab = openTab(model, random);
    await tab.messaging.memberSignedIn(ME);
    await tab.messaging.inboxOpened();
    model.tabs.push(tab);
    tab.connect();
    await tab.messaging.selected({ kind: 'conversation', id: C1 });
  }
  for (let step = 0; step < STEPS; step += 1) {
    const tab = random.pick(model.tabs);
    const deeds = [
      () => void model.say(OTHER),
      () => void model.say(OTHER),
      () => void tab.messaging.textSent('mine'),
      () => tab.look(true),
      () => tab.look(true),
      () => tab.look(false),
      () => tab.cut(),
      () => tab.connect(),
    ];
    random.pick(deeds)();
    // Around the second after which it counts as read.
    await vi.advanceTimersByTimeAsync(random.pick([0, 100, 400, 950, 1_050]));
  }
  const looks = random.below(2) === 0;
  for (const tab of model.tabs) {
    tab.look(looks);
    tab.cut();
    tab.connect();
  }
  await vi.advanceTimersByTimeAsync(60_000);
  return { model, looks };
}

test(`in ${HISTORIES} histories of two tabs unread is what the last message and the cursor say (seed ${seed})`, async () => {
  let diverged = 0;
  for (let i = 0; i < HISTORIES; i += 1) {
    const { model, looks } = await play(createRandom(seed + i));
    const which = `history of seed ${seed + i}`;
    const { lastSeq, readSeq, isRead, deliveredSeq } = model.present();
    // Both are connected in the end, and so what there is has arrived, seen or not.
    expect(deliveredSeq, which).toBe(lastSeq);
    for (const { messaging, early, untrue } of model.tabs) {
      const { unread, conversations, threads, outbox } = messaging.store.getState();
      const thread = threads[C1];
      const held = conversations[C1];
      if (unread !== model.unread() || held?.isRead !== isRead) diverged += 1;
      expect({ unread, isRead: held?.isRead }, which).toEqual({ unread: model.unread(), isRead });
      expect(held, which).toMatchObject({ lastSeq, readSeq });
      expect(thread?.status === 'ready' && thread.messages, which).toEqual(model.stored);
      expect(outbox, which).toEqual([]);
      // Nothing is marked read that was not in sight for a second, and what is in sight comes to be read.
      expect(early, which).toEqual([]);
      expect(untrue, which).toEqual([]);
      if (looks) expect(isRead, which).toBe(true);
    }
    for (const { messaging } of model.tabs) messaging.memberLeft();
    vi.clearAllTimers();
  }
  console.log(`${HISTORIES} histories of two tabs: ${diverged} diverged (seed ${seed})`);
}, 300_000);
