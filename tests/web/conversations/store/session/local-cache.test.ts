import type { InboxFilter } from '@selvedge/shared/conversations/inbox';
import { expect, test, vi } from 'vitest';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, conversation, createWorld, ME, message } from '../../factories.ts';

const GONE = '01900000-0000-7000-8000-0000000000c9';

/** A tab that starts while the server is unreachable, with the cache of an earlier one. */
async function startOffline() {
  const { world, ports } = createWorld([message(1), message(2)]);
  world.cachedInbox = [conversation(1), conversation(3, { id: GONE })];
  world.cachedThread = [message(1)];
  world.network = 'lost';
  const reach = <T>(call: () => Promise<T>): Promise<T> =>
    world.network === 'lost' ? Promise.reject({ code: 'unavailable', message: 'no network' }) : call();
  const { listConversations, listMessages } = ports.rest;
  const rest = {
    ...ports.rest,
    listConversations: (filter: InboxFilter, next: string | null) =>
      reach(() => listConversations(filter, next)),
    listMessages: (id: string, page: object) => reach(() => listMessages(id, page)),
  };
  const messaging = createMessaging({ ...ports, rest });
  await messaging.startSession(ME);
  const state = () => messaging.store.getState();
  const texts = () => {
    const thread = state().threads[C1];
    return thread?.status === 'ready' ? thread.messages.map(({ content }) => content) : thread?.status;
  };
  return { world, messaging, state, texts };
}

test('offline, the inbox shows its cached state', async () => {
  const { world, messaging, state, texts } = await startOffline();
  await messaging.openInbox();
  expect(state().inboxes.all).toMatchObject({ status: 'ready', isCached: true });
  expect([Object.keys(state().conversations).toSorted(), state().unread]).toEqual([[C1, GONE], 2]);
  await messaging.select({ kind: 'conversation', id: C1 });
  expect(texts()).toEqual(['message 1']);
  await messaging.sendMessage('written offline');
  expect([...world.outbox.values()].map(({ content }) => content)).toEqual(['written offline']);

  // Online again: the server's data replaces the cache, and the waiting message is sent once.
  world.network = 'ok';
  messaging.goOnline();
  await vi.waitFor(() => expect(texts()).toEqual(['message 1', 'message 2', 'written offline']));
  await vi.waitFor(() => expect(state().inboxes.all).not.toHaveProperty('isCached'));
  expect(Object.keys(state().conversations)).toEqual([C1]);
  expect(world.stored.filter(({ content }) => content === 'written offline')).toHaveLength(1);
  await vi.waitFor(() => expect(world.cachedThread).toHaveLength(3));
  expect(world.cachedInbox.map(({ id }) => id)).toEqual([C1]);
});

test('a message that arrives during a refetch appears', async () => {
  const { world, messaging, texts } = await startOffline();
  await messaging.select({ kind: 'conversation', id: C1 });
  world.network = 'ok';
  messaging.goOnline();
  const third = message(3);
  world.stored.push(third);
  messaging.receiveMessage({ message: third, conversation: conversation(3) });
  await vi.waitFor(() => expect(texts()).toEqual(['message 1', 'message 2', 'message 3']));
});

test('offline without a cache, the inbox shows an error', async () => {
  const { world, messaging, state } = await startOffline();
  [world.cachedInbox, world.cachedThread] = [[], []];
  await messaging.openInbox();
  await messaging.select({ kind: 'conversation', id: C1 });
  expect([state().inboxes.all?.status, state().threads[C1]?.status]).toEqual(['failed', 'failed']);
});

test.each(['before', 'after'])('a thread that failed %s a message is refetched', async (order) => {
  const { world, messaging, state, texts } = await startOffline();
  world.cachedThread = [];
  const opened = messaging.select({ kind: 'conversation', id: C1 });
  // Only the request in flight fails.
  world.network = 'ok';
  const arrive = () => messaging.receiveMessage({ message: message(2), conversation: conversation(2) });
  if (order === 'after') arrive();
  await opened;
  if (order === 'before') {
    expect(state().threads[C1]?.status).toBe('failed');
    arrive();
  }
  await vi.waitFor(() => expect(texts()).toEqual(['message 1', 'message 2']));
});

test('signing out deletes the cache', async () => {
  const { world, messaging } = await startOffline();
  await messaging.openInbox();
  messaging.endSession();
  await messaging.deleteMemberData(ME);
  expect([world.cachedInbox, world.cachedThread]).toEqual([[], []]);
});
