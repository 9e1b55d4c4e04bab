import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import { READ_DELAY_MS } from '@selvedge/shared/platform/limits';
import type { RequestInput } from '@selvedge/shared/platform/realtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDelivered } from '../../../../../web/src/conversations/store/inbox/delivered.ts';
import type { Ports } from '../../../../../web/src/conversations/store/session/ports.ts';
import { createMessaging, type Messaging } from '../../../../../web/src/conversations/store/store.ts';
import { createRandom, type Random, seedOfRun } from '../../../../support/data/random.ts';
import { C1, conversation, createWorld, ME, message, OTHER } from '../../factories.ts';

const HISTORIES = Number(process.env.SELVEDGE_TEST_READINGS ?? 1_000);
const STEPS = 20;
const seed = seedOfRun();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

interface Tab {
  messaging: Messaging;
  /** Delivers an event to the tab after a delay. */
  deliver(run: () => void): void;
  /** Messages it marked as read before they were visible for long enough. */
  early: string[];
  /** Messages it reported as delivered before it had received them. */
  premature: number[];
  connect(): void;
  cut(): void;
  setVisible(isSeen: boolean): void;
}

/** What the server stores by the contract: messages, and the member's cursors, which only rise. */
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
    send(senderId: string, clientId?: string): Message {
      const sent = message(stored.length + 1, { senderId, ...(clientId && { clientId }) });
      stored.push(sent);
      if (senderId === ME) readSeq = sent.seq;
      const [updated, count] = [present(), unread()];
      for (const { deliver, messaging } of tabs) {
        deliver(() => messaging.receiveMessage({ message: sent, conversation: updated }));
        deliver(() => messaging.receiveUnreadCount({ count }));
      }
      return sent;
    },
    delivered(seq: number): void {
      deliveredSeq = Math.max(deliveredSeq, Math.min(seq, stored.length));
    },
    read(seq: number): number {
      if (seq > readSeq) {
        readSeq = Math.min(seq, stored.length);
        const [event, count] = [{ conversationId: C1, userId: ME, seq: readSeq }, unread()];
        for (const { deliver, messaging } of tabs) {
          deliver(() => messaging.receiveReadCursor(event));
          deliver(() => messaging.receiveUnreadCount({ count }));
        }
      }
      return unread();
    },
  };
}
type Model = ReturnType<typeof createModel>;

/** One of the member's tabs, on a connection with random delays that keeps the order of events. */
function openTab(model: Model, random: Random): Tab {
  /** Counts the connections; odd while connected. */
  let connection = 0;
  let before: Promise<unknown> = Promise.resolve();
  let seenSince = Number.POSITIVE_INFINITY;
  const loadedSince = new Map<number, number>();
  const early: string[] = [];
  const premature: number[] = [];

  /** Resolves after everything in flight to this tab; false if the connection was lost before. */
  function arrive(): Promise<boolean> {
    const on = connection;
    const due = sleep(random.below(300));
    const arrived = before.then(() => due).then(() => on === connection && on % 2 === 1);
    before = arrived;
    return arrived;
  }
  const deliver = (run: () => void) => void arrive().then((is) => is && run());

  function recordRead(seq: number): void {
    const since = Math.max(seenSince, loadedSince.get(seq) ?? Number.POSITIVE_INFINITY);
    if (Date.now() - since < READ_DELAY_MS) early.push(`${seq} after ${Date.now() - since} ms`);
  }
  function recordDelivered({ conversations }: RequestInput<'conversation:delivered'>): void {
    const known = messaging.store.getState().conversations[C1]?.lastSeq ?? 0;
    if ((conversations[C1] ?? 0) > known) premature.push(conversations[C1] ?? 0);
  }
  function respond(name: string, input: unknown): unknown {
    if (name === 'message:send') {
      const { clientId } = input as RequestInput<'message:send'>;
      const first = model.stored.find((one) => one.clientId === clientId);
      return { ok: true, message: first ?? model.send(ME, clientId) };
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
      if (name === 'conversation:read') recordRead((input as RequestInput<'conversation:read'>).seq);
      if (name === 'conversation:delivered') recordDelivered(input as RequestInput<'conversation:delivered'>);
      const on = connection;
      if (on % 2 === 0) throw new Error('not connected');
      await sleep(random.below(300));
      if (on !== connection) throw new Error('lost before it arrived');
      const ack = respond(name, input);
      if (!(await arrive())) throw new Error('lost before it was ack');
      return ack as never;
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
    if (last > 0 && !loadedSince.has(last)) loadedSince.set(last, Date.now());
  });
  return {
    messaging,
    deliver,
    early,
    premature,
    connect(): void {
      if (connection % 2 === 1) return;
      connection += 1;
      const count = model.unread();
      messaging.goOnline();
      deliver(() => messaging.receiveUnreadCount({ count }));
    },
    cut(): void {
      if (connection % 2 === 0) return;
      connection += 1;
      messaging.goOffline();
    },
    setVisible(isSeen: boolean): void {
      if (isSeen !== Number.isFinite(seenSince)) seenSince = isSeen ? Date.now() : Number.POSITIVE_INFINITY;
      messaging.markEndSeen(isSeen);
    },
  };
}
async function play(random: Random): Promise<{ model: Model; looks: boolean }> {
  const model = createModel();
  model.send(OTHER);
  for (const _ of [1, 2]) {
    const tab = openTab(model, random);
    await tab.messaging.startSession(ME);
    await tab.messaging.openInbox();
    model.tabs.push(tab);
    tab.connect();
    await tab.messaging.select({ kind: 'conversation', id: C1 });
  }
  for (let step = 0; step < STEPS; step += 1) {
    const tab = random.pick(model.tabs);
    const actions = [
      () => void model.send(OTHER),
      () => void model.send(OTHER),
      () => void tab.messaging.sendMessage('mine'),
      () => tab.setVisible(true),
      () => tab.setVisible(true),
      () => tab.setVisible(false),
      () => tab.cut(),
      () => tab.connect(),
    ];
    random.pick(actions)();
    // Delays up to and around one second, after which a message counts as read.
    await vi.advanceTimersByTimeAsync(random.pick([0, 100, 400, 950, 1_050]));
  }
  const looks = random.below(2) === 0;
  for (const tab of model.tabs) {
    tab.setVisible(looks);
    tab.cut();
    tab.connect();
  }
  await vi.advanceTimersByTimeAsync(60_000);
  return { model, looks };
}

test(`${HISTORIES} histories agree on the unread state (seed ${seed})`, async () => {
  let diverged = 0;
  for (let i = 0; i < HISTORIES; i += 1) {
    const { model, looks } = await play(createRandom(seed + i));
    const which = `history of seed ${seed + i}`;
    const { lastSeq, readSeq, isRead, deliveredSeq } = model.present();
    // Both tabs are connected in the end, so every message has arrived, seen or not.
    expect(deliveredSeq, which).toBe(lastSeq);
    for (const { messaging, early, premature } of model.tabs) {
      const { unread, conversations, threads, outbox } = messaging.store.getState();
      const thread = threads[C1];
      const current = conversations[C1];
      if (unread !== model.unread() || current?.isRead !== isRead) diverged += 1;
      expect({ unread, isRead: current?.isRead }, which).toEqual({ unread: model.unread(), isRead });
      expect(current, which).toMatchObject({ lastSeq, readSeq });
      expect(thread?.status === 'ready' && thread.messages, which).toEqual(model.stored);
      expect(outbox, which).toEqual([]);
      // Nothing is marked read that was not visible for a second, and visible messages get read.
      expect(early, which).toEqual([]);
      expect(premature, which).toEqual([]);
      if (looks) expect(isRead, which).toBe(true);
    }
    for (const { messaging } of model.tabs) messaging.endSession();
    vi.clearAllTimers();
  }
  console.log(`${HISTORIES} histories of two tabs: ${diverged} diverged (seed ${seed})`);
}, 300_000);
