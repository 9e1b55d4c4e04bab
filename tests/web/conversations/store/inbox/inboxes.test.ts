import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listOf, shownInbox } from '../../../../../web/src/conversations/store/inbox/inbox-list.ts';
import type { Rest } from '../../../../../web/src/conversations/store/session/ports.ts';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message } from '../../factories.ts';

const first = (count: number): Message[] => Array.from({ length: count }, (_, i) => message(i + 1));
const idOf = (n: number) => `01900000-0000-7000-8000-00000000f${String(n).padStart(3, '0')}`;
const numbered = (n: number, changes: Partial<Conversation> = {}) =>
  conversation(n, { id: idOf(n), ...changes });

async function open(stored: Message[], rest: Partial<Rest> = {}) {
  const { world, ports } = createWorld(stored);
  const messaging = createMessaging({ ...ports, rest: { ...ports.rest, ...rest } });
  await messaging.startSession(ME);
  await messaging.openInbox();
  messaging.goOnline();
  const shown = () => {
    const state = messaging.store.getState();
    return listOf(state.filter, shownInbox(state), state.conversations, state.personId).map(({ id }) => id);
  };
  const thread = () => {
    const loaded = messaging.store.getState().threads[C1];
    if (loaded?.status !== 'ready') throw new Error('the thread is not loaded');
    return { seqs: loaded.messages.map(({ seq }) => seq), hasNewer: loaded.hasNewer === true };
  };
  return { world, messaging, shown, thread };
}
const hit = (seq: number) => ({
  id: message(seq).id,
  seq,
  senderId: message(seq).senderId,
  createdAt: message(seq).createdAt,
  conversation: conversation(200),
  excerpt: { before: '', match: 'needle', after: '' },
});
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(20);

test('a conversation enters its filters at once', async () => {
  const { messaging, shown } = await open(first(2));
  await messaging.chooseFilter('archived');
  expect(shown()).toEqual([]);
  messaging.receiveConversation({ conversation: conversation(2, { isArchived: true }) });
  expect(shown()).toEqual([C1]);
  messaging.receiveMessage({ message: message(3), conversation: conversation(3) });
  expect(shown()).toEqual([]);
  // This event was sent before that message and is received after it.
  messaging.receiveConversation({ conversation: conversation(2, { isArchived: true }) });
  expect(shown()).toEqual([]);
  await messaging.chooseFilter('unread');
  expect(shown()).toEqual([C1]);
  messaging.receiveReadCursor({ conversationId: C1, userId: ME, seq: 3 });
  expect(shown()).toEqual([]);
});

test('refused archiving is undone', async () => {
  let refuse: (problem: unknown) => void = () => undefined;
  const arrange = () =>
    new Promise<Conversation>((_, reject) => {
      refuse = reject;
    });
  const { messaging, shown } = await open(first(2), { arrange });
  const arrangeConversation = messaging.arrangeConversation(C1, { isArchived: true });
  expect(shown()).toEqual([]);
  refuse({ code: 'internal', message: 'no' });
  await expect(arrangeConversation).rejects.toMatchObject({ code: 'internal' });
  expect(shown()).toEqual([C1]);
});

test('a list omits conversations below its last page', async () => {
  const pages: Record<string, Conversation[]> = {
    all: [numbered(9), numbered(8)],
    selling: [numbered(9), numbered(2)],
    more: [numbered(5), numbered(2)],
  };
  const { world, messaging, shown } = await open(first(1), {
    listConversations: async (filter, next) => ({
      conversations: pages[next ?? filter] ?? [],
      next: next === null && filter === 'all' ? 'more' : null,
    }),
  });
  await messaging.chooseFilter('selling');
  expect(shown()).toEqual([9, 8, 2].map(idOf));
  await messaging.chooseFilter('all');
  expect(shown()).toEqual([9, 8].map(idOf));
  void messaging.catchUp();
  await settle();
  const requests = world.requests.findLast(({ name }) => name === 'sync');
  expect(requests?.input).toMatchObject({ above: numbered(8).lastMessage?.createdAt });
  messaging.receiveMessage({ message: message(12), conversation: numbered(12, { id: idOf(2) }) });
  expect(shown()).toEqual([2, 9, 8].map(idOf));
  await messaging.loadMoreConversations();
  expect(shown()).toContain(idOf(5));
});

/**
 * A list of 12 in pages of 2, of which `pages` are loaded; each response of `rest` waits while `holds` is
 * set.
 */
async function openScrolled(pages: number) {
  const waiting: { answer: () => void; fail: () => void }[] = [];
  const wire = { holds: false, waiting };
  const scrolled = await open(first(1), {
    async listConversations(filter, next) {
      const top = next === null ? 12 : Number(next);
      if (filter === 'all') return { conversations: [], next: null };
      if (wire.holds)
        await new Promise<void>((answer, reject) => {
          waiting.push({ answer, fail: () => reject({ code: 'unavailable', message: 'lost' }) });
        });
      const page = [numbered(top), numbered(top - 1)];
      return { conversations: page, next: top > 2 ? String(top - 2) : null };
    },
  });
  const { messaging } = scrolled;
  await messaging.chooseFilter('selling');
  for (let n = 1; n < pages; n += 1) await messaging.loadMoreConversations();
  const reconnect = () => {
    messaging.goOffline();
    messaging.goOnline();
  };
  return { ...scrolled, wire, reconnect };
}
const down = (from: number, to: number) => range(to, from).reverse().map(idOf);

test('a scrolled list is reloaded as far as before', async () => {
  const { messaging, shown, reconnect } = await openScrolled(3);
  const lengths = new Set<number>();
  messaging.store.subscribe(() => lengths.add(shown().length));
  reconnect();
  await settle();
  expect(shown()).toEqual(down(12, 7));
  expect([...lengths]).toEqual([6]);
  await messaging.loadMoreConversations();
  expect(shown()).toEqual(down(12, 5));
});

test('a page requested before a reload is not appended', async () => {
  for (const end of ['answer', 'fail'] as const) {
    const { messaging, shown, reconnect, wire } = await openScrolled(2);
    wire.holds = true;
    const more = messaging.loadMoreConversations();
    reconnect();
    // The reload started last wins, whichever finishes first.
    reconnect();
    const [page, , reading] = wire.waiting;
    wire.holds = false;
    reading?.answer();
    await settle();
    const { inboxes } = messaging.store.getState();
    expect(inboxes.selling).toMatchObject({ next: '8', isLoadingMore: false });
    for (const late of wire.waiting) late[end]();
    page?.[end]();
    await more;
    await settle();
    expect(messaging.store.getState().inboxes).toBe(inboxes);
    await messaging.loadMoreConversations();
    expect(shown()).toEqual(down(12, 7));
  }
});

test("a dropped list's page is not the whole list", async () => {
  const { messaging, shown, reconnect, wire } = await openScrolled(2);
  wire.holds = true;
  const more = messaging.loadMoreConversations();
  wire.holds = false;
  await messaging.chooseFilter('buying');
  reconnect();
  wire.waiting[0]?.answer();
  await more;
  await messaging.chooseFilter('selling');
  expect(shown()).toEqual(down(12, 11));
});

test('a list that fails to reload stays unchanged', async () => {
  const { messaging, shown, reconnect, wire } = await openScrolled(2);
  wire.holds = true;
  reconnect();
  void messaging.loadMoreConversations();
  expect(wire.waiting).toHaveLength(1);
  wire.holds = false;
  wire.waiting[0]?.fail();
  await settle();
  expect(shown()).toEqual(down(12, 9));
  await messaging.loadMoreConversations();
  expect(shown()).toEqual(down(12, 7));
});

test('a message found by search opens without gaps', async () => {
  const stored = first(200);
  const { messaging, thread } = await open(stored);
  await messaging.openHit(hit(80));
  await messaging.select({ kind: 'conversation', id: C1 });
  expect(thread()).toEqual({ seqs: range(20, 139), hasNewer: true });
  stored.push(message(201));
  messaging.receiveMessage({ message: message(201), conversation: conversation(201) });
  expect(thread().seqs.at(-1)).toBe(139);
  await messaging.loadNewerMessages(C1);
  await messaging.loadNewerMessages(C1);
  await settle();
  expect(thread()).toEqual({ seqs: range(20, 201), hasNewer: false });
  stored.push(message(202));
  messaging.receiveMessage({ message: message(202), conversation: conversation(202) });
  expect(thread().seqs.at(-1)).toBe(202);
});

test('replying to a found message returns to the end', async () => {
  const { messaging, thread } = await open(first(200));
  await messaging.openHit(hit(20));
  await messaging.select({ kind: 'conversation', id: C1 });
  await messaging.sendMessage('Found it.');
  await settle();
  expect(thread()).toEqual({ seqs: range(141, 201), hasNewer: false });
  expect(messaging.store.getState().target).toBeNull();
});

test('the newest search wins', async () => {
  const requests: (string | null)[] = [];
  const { messaging } = await open(first(1), {
    async searchMessages(term, next) {
      requests.push(`${term} ${next}`);
      return next === null ? { hits: [], next: 'a' } : { hits: [hit(3)], next: null };
    },
  });
  const search = () => messaging.store.getState().search;
  messaging.changeSearchTerm('n');
  expect(search().status).toBe('idle');
  messaging.changeSearchTerm('ne');
  messaging.changeSearchTerm('needle');
  expect(search().status).toBe('searching');
  await vi.advanceTimersByTimeAsync(300);
  expect(requests).toEqual(['needle null', 'needle a']);
  expect(search()).toMatchObject({ status: 'done', next: null, hits: [{ seq: 3 }] });
  messaging.endSession();
  expect(search()).toMatchObject({ term: '', hits: [] });
});
