import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { expect, test, vi } from 'vitest';
import type { Ports } from '../../../../../web/src/conversations/store/session/ports.ts';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, OTHER } from '../../factories.ts';

const WANTED = '01900000-0000-7000-8000-0000000000e1';
const item = {
  id: WANTED,
  title: 'Ring coat',
  brand: 'Kapital',
  size: '3',
  maxPrice: '900.00',
  isFulfilled: false,
  isRemoved: false,
};
const about = (changes: Partial<typeof item> = {}): Conversation =>
  conversation(2, {
    listingId: null,
    wtbListingId: WANTED,
    isWTB: true,
    wtbListing: { ...item, ...changes },
  });
const updated = {
  ...item,
  maxPrice: '950.00',
  isFulfilled: true,
  buyer: { id: OTHER, username: 'odile', profileImageUrl: null, isAdmin: false },
  description: null,
  createdAt: '2026-01-01T12:00:00.000Z',
  bumpedAt: '2026-01-01T12:00:00.000Z',
};

async function open() {
  const { ports } = createWorld([]);
  const server = { conversations: [about()], existing: null as Conversation | null };
  const rest = {
    ...ports.rest,
    listConversations: async () => ({ conversations: server.conversations, next: null }),
    findAbout: async () => server.existing,
  };
  const live: Ports['live'] = {
    // A sync returns the listed conversations as they are; there are no messages. Its type depends on the name of the request.
    request: async () => {
      const { conversations } = server;
      return { ok: true, conversations, messages: [], changes: {}, undone: [], complete: true } as never;
    },
    emit: () => undefined,
  };
  const messaging = createMessaging({ ...ports, live, rest });
  await messaging.startSession(ME);
  await messaging.openInbox();
  return {
    messaging,
    server,
    shown: () => messaging.store.getState().conversations[C1]?.wtbListing,
    drafts: () => messaging.store.getState().drafts,
  };
}

test('a conversation shows its WTB as last received', async () => {
  const { messaging, shown } = await open();
  messaging.receiveWanted({ ...updated, id: '01900000-0000-7000-8000-0000000000e2' });
  expect(shown()).toEqual(item);
  messaging.receiveWanted(updated);
  expect(shown()).toEqual({ ...item, maxPrice: '950.00', isFulfilled: true });
  messaging.markWantedRemoved(WANTED);
  expect(shown()).toMatchObject({ title: 'Ring coat', isRemoved: true });
});

test('changes missed while disconnected are loaded on reconnect', async () => {
  const { messaging, server, shown } = await open();
  server.conversations = [about({ isFulfilled: true })];
  messaging.goOnline();
  await vi.waitFor(() => expect(shown()?.isFulfilled).toBe(true));
});

test('a block shows the item as it is afterwards', async () => {
  const { messaging, server, shown } = await open();
  server.conversations = [about({ isFulfilled: true })];
  messaging.receiveBlock({ userId: OTHER, block: 'theirs' });
  await vi.waitFor(() => expect(shown()?.isFulfilled).toBe(true));
});

test('an initial text never replaces a draft', async () => {
  const { messaging, server, drafts } = await open();
  const target = { sellerId: OTHER, listingId: null, wtbListingId: WANTED };
  await messaging.selectTarget(target, 'I have this');
  expect(drafts()).toEqual({ [WANTED]: 'I have this' });
  server.existing = about();
  await messaging.selectTarget({ ...target }, 'I have this');
  expect(drafts()[C1]).toBe('I have this');
  messaging.changeDraft(C1, 'half a sent');
  await messaging.selectTarget({ ...target }, 'I have this');
  expect(drafts()[C1]).toBe('half a sent');
});

test('text typed during the lookup moves into the conversation', async () => {
  const { messaging, server, drafts } = await open();
  server.existing = about();
  const target = { sellerId: OTHER, listingId: null, wtbListingId: WANTED };
  const first = messaging.selectTarget(target);
  messaging.changeDraft(WANTED, 'typed early');
  await first;
  expect(drafts()).toEqual({ [C1]: 'typed early' });
  const second = messaging.selectTarget({ ...target });
  messaging.changeDraft(WANTED, 'and more');
  await second;
  expect(drafts()).toEqual({ [C1]: 'typed early\nand more' });
});

test('a message sent during the lookup leaves the composer', async () => {
  const { messaging, server, drafts } = await open();
  server.existing = about();
  const lookup = messaging.selectTarget({ sellerId: OTHER, listingId: null, wtbListingId: WANTED });
  messaging.changeDraft(WANTED, 'Is it there?');
  const sent = messaging.sendMessage('Is it there?');
  await Promise.all([lookup, sent]);
  expect(drafts()).toEqual({});
});

test('a message sent during the lookup keeps other drafts', async () => {
  const { messaging, drafts } = await open();
  messaging.changeDraft(C1, 'Is it there? I asked before.');
  await messaging.selectTarget({ sellerId: OTHER, listingId: null, wtbListingId: WANTED });
  messaging.changeDraft(WANTED, 'Is it there?');
  await messaging.sendMessage('Is it there?');
  expect(drafts()).toEqual({ [C1]: 'Is it there? I asked before.' });
});

test('text added during the first message stays a draft', async () => {
  const { messaging, drafts } = await open();
  await messaging.selectTarget({ sellerId: OTHER, listingId: null, wtbListingId: WANTED });
  messaging.changeDraft(WANTED, 'Is it there?');
  const sent = messaging.sendMessage('Is it there?');
  messaging.changeDraft(WANTED, 'Is it there? And in my size?');
  await sent;
  expect(drafts()).toEqual({ [C1]: ' And in my size?' });
});
