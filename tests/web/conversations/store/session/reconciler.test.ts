import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Ports } from '../../../../../web/src/conversations/store/session/ports.ts';
import { createMessaging, type Messaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message, OTHER } from '../../factories.ts';

const item = {
  ...{ id: '01900000-0000-7000-8000-0000000000d1', title: 'Ring coat', brand: 'Kapital', price: '365.00' },
  ...{ isDiscounted: false, isSold: false, isRemoved: false, images: [] },
};
const hold = { until: '2026-01-03T00:00:00.000Z' };
const about = (changes: object = {}, lastSeq = 1): Conversation =>
  conversation(lastSeq, { listing: { ...item, ...changes } });
/** As an event has it; only what conversations show of a listing. */
const listing = (changes: object) => ({ ...item, ...changes }) as never;

let messaging: Messaging;
/** The conversation as the server has it. */
let stored: Conversation;
let reply: PromiseWithResolvers<void>;
/** The URL of the next page of the inbox. */
let next: string | null;
/** Whether the socket answers. */
let isLive: boolean;
const shown = () => messaging.store.getState().conversations[C1];
/** Long enough for all that is not held back. */
const settle = () => new Promise(setImmediate);

/** A read takes what is stored when it is sent, and is answered when `reply` is resolved. */
async function answered<T>(read: () => T): Promise<T> {
  const response = read();
  await reply.promise;
  return response;
}
const page = () => ({ conversations: [stored], next });
const ack = () => ({
  ...{ ok: true, conversations: [stored], messages: [], changes: {}, undone: [], complete: true },
});

beforeEach(async () => {
  const { ports } = createWorld([]);
  isLive = true;
  next = null;
  const live: Ports['live'] = {
    // The type of an ack depends on the name of the request.
    request: async (name) => {
      if (name !== 'sync' || !isLive) throw new Error('not connected');
      return answered(ack) as never;
    },
    emit: () => undefined,
  };
  const conversationRead = () => answered(() => stored);
  const rest = {
    ...ports.rest,
    listConversations: () => answered(page),
    findAbout: conversationRead,
    openConversation: conversationRead,
    arrange: conversationRead,
  };
  messaging = createMessaging({ ...ports, live, rest });
  stored = about();
  reply = Promise.withResolvers();
  await messaging.startSession(ME);
});

/** Loads the inbox. From then on, reads wait for their reply again. */
async function openInbox(): Promise<void> {
  reply.resolve();
  await messaging.openInbox();
  reply = Promise.withResolvers();
}

const target = { sellerId: ME, listingId: item.id, wtbListingId: null };
/** Everything that reads conversations. */
const READS: Record<string, () => Promise<unknown>> = {
  inbox: () => messaging.openInbox(),
  async page() {
    next = '/api/conversations?cursor=2';
    await openInbox();
    await messaging.loadMoreConversations();
  },
  async 'inbox after a reconnect'() {
    await openInbox();
    isLive = false;
    messaging.goOnline();
  },
  async sync() {
    await openInbox();
    messaging.store.setState({ connection: 'online' });
    await messaging.catchUp();
  },
  conversation: () => messaging.fetchConversations([C1]),
  async 'archived conversation'() {
    await openInbox();
    await messaging.arrangeConversation(C1, { isArchived: true });
  },
  'conversation about an item': () => messaging.selectTarget(target),
  async 'conversation opened by a message'() {
    messaging.store.setState({ selection: { kind: 'new', target } });
    await messaging.sendMessage('Is it there?');
  },
  'conversation opened by an offer': () =>
    messaging.makeOffer(target, { clientId: C1, amount: '340' }).catch(() => undefined),
};

test.each(Object.entries(READS))('a change outlives an older %s', async (_, read) => {
  void read();
  await settle();
  messaging.receiveListing(listing({ isSold: true }));
  reply.resolve();
  await settle();
  expect(shown()?.listing?.isSold).toBe(true);
});

test('a hold outlives an older inbox', async () => {
  await openInbox();
  messaging.goOnline();
  const inbox = reply;
  reply = Promise.withResolvers();
  stored = about({ isOnHold: true, hold });
  messaging.receiveListing(listing({ isOnHold: true }));
  reply.resolve();
  await vi.waitFor(() => expect(shown()?.listing?.hold).toEqual(hold));
  inbox.resolve();
  await settle();
  expect(shown()?.listing?.hold).toEqual(hold);
});

test('a block outlives an older inbox', async () => {
  await openInbox();
  messaging.goOnline();
  const inbox = reply;
  reply = Promise.withResolvers();
  stored = { ...about(), block: 'theirs' };
  messaging.receiveBlock({ userId: OTHER, block: 'theirs' });
  reply.resolve();
  await settle();
  inbox.resolve();
  await settle();
  expect(shown()?.block).toBe('theirs');
});

test('a deleted member stays deleted after an older inbox', async () => {
  await openInbox();
  messaging.goOnline();
  messaging.markMemberDeleted({ id: OTHER });
  reply.resolve();
  await settle();
  expect(shown()?.buyer.isDeleted).toBe(true);
});

test('an archived conversation stays archived after an older inbox', async () => {
  await openInbox();
  messaging.goOnline();
  messaging.receiveConversation({ conversation: { ...about(), isArchived: true } });
  reply.resolve();
  await settle();
  expect(shown()?.isArchived).toBe(true);
});

test('an event about a message keeps the loaded item', async () => {
  stored = about({ isOnHold: true, hold });
  await openInbox();
  messaging.receiveMessage({ message: message(2), conversation: about({}, 2) });
  expect(shown()).toMatchObject({ lastSeq: 2, listing: { hold } });
});
