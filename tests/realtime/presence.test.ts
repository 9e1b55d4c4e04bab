import { randomUUID } from 'node:crypto';
import type { Ack, EventPayload } from '@selvedge/shared/realtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blockPerson, unblockPerson } from '../../server/src/blocks/change-block.ts';
import type { Actor } from '../../server/src/core/actor.ts';
import type { Database } from '../../server/src/db/database.ts';
import { startConversation } from '../support/people/conversation.ts';
import { addPerson } from '../support/people/market.ts';
import { type Client, next, startLiveServer } from '../support/servers/live-server.ts';

let db: Database;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let conversation: Awaited<ReturnType<typeof startConversation>>;
beforeEach(async () => {
  live = await startLiveServer();
  db = live.db;
  conversation = await startConversation(db);
});
afterEach(() => live.close());

/** Opens a tab of a member and records the presence and typing events it receives. */
async function openTab(person: Actor) {
  live.tokens.set(person.id, person);
  const client = live.connect(person.id);
  const received: unknown[] = [];
  client.onAny((name: string, event: unknown) => {
    if (name === 'presence' || name === 'conversation:typing') received.push(event);
  });
  await next(client, 'unread');
  return { client, received };
}
type Tab = Awaited<ReturnType<typeof openTab>>;

/** Events arrive in order: after this one, none is in flight. */
async function settle(...tabs: Tab[]): Promise<void> {
  const last = tabs.map(({ client }) => next(client, 'person:removed'));
  live.publish.toEveryone('person:removed', { id: randomUUID() });
  await Promise.all(last);
}
const sends = (from: Client, content: string): Promise<Ack<object>> =>
  from.emitWithAck('message:send', {
    clientId: randomUUID(),
    conversationId: conversation.id,
    type: 'text',
    content,
  });
const types = (from: Client, typing = true): Promise<Ack<object>> =>
  from.emitWithAck('conversation:typing', { conversationId: conversation.id, typing });
const isOnline = (person: Actor): EventPayload<'presence'> => ({ userId: person.id, online: true });
const isOffline = (person: Actor): EventPayload<'presence'> => ({ userId: person.id, online: false });

test("partners receive each other's presence, and a stranger does not", async () => {
  await conversation.send(conversation.buyer, 'Hello');
  const stranger = await openTab(await addPerson(db, 'stranger'));
  const seller = await openTab(conversation.seller);
  const buyer = await openTab(conversation.buyer);
  await vi.waitUntil(() => seller.received.length > 0 && buyer.received.length > 0);
  // A second tab of an online member receives the same presence, and triggers no event.
  const second = await openTab(conversation.seller);
  await vi.waitUntil(() => second.received.length > 0);
  await settle(stranger, seller, buyer, second);
  expect(seller.received).toEqual([isOnline(conversation.buyer)]);
  expect(buyer.received).toContainEqual(isOnline(conversation.seller));
  expect(buyer.received).not.toContainEqual(isOffline(conversation.seller));
  expect(second.received).toEqual([isOnline(conversation.buyer)]);
  expect(stranger.received).toEqual([]);
});

test('an empty conversation reveals neither presence nor typing before its first message', async () => {
  const seller = await openTab(conversation.seller);
  const buyer = await openTab(conversation.buyer);
  expect(await types(buyer.client)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await settle(seller, buyer);
  expect([...seller.received, ...buyer.received]).toEqual([]);
  await sends(buyer.client, 'Hello');
  await vi.waitUntil(() => seller.received.length > 0 && buyer.received.length > 0);
  expect([seller.received, buyer.received]).toEqual([
    [isOnline(conversation.buyer)],
    [isOnline(conversation.seller)],
  ]);
  expect(await types(buyer.client)).toEqual({ ok: true });
  await vi.waitUntil(() => seller.received.length > 1);
  expect(seller.received.at(-1)).toEqual({
    conversationId: conversation.id,
    userId: conversation.buyer.id,
    typing: true,
  });
});

test('typing reaches every tab of the other participant, and no one else', async () => {
  await conversation.send(conversation.buyer, 'Hello');
  const stranger = await openTab(await addPerson(db, 'stranger'));
  const tabs = [await openTab(conversation.seller), await openTab(conversation.seller)];
  const buyer = await openTab(conversation.buyer);
  const receivers = [...tabs, buyer];
  await vi.waitUntil(() => receivers.every(({ received }) => received.length > 0));
  for (const tab of receivers) tab.received.length = 0;
  // As the client sends it: without requesting an ack.
  buyer.client.emit(
    'conversation:typing',
    { conversationId: conversation.id, typing: true },
    undefined as never,
  );
  await types(buyer.client, false);
  expect(await types(stranger.client)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await settle(stranger, buyer, ...tabs);
  const event = { conversationId: conversation.id, userId: conversation.buyer.id };
  for (const { received } of tabs) {
    expect(received).toEqual([
      { ...event, typing: true },
      { ...event, typing: false },
    ]);
  }
  expect([...stranger.received, ...buyer.received]).toEqual([]);
});

test("a block hides both members' presence from each other at once, and unblocking restores it", async () => {
  await conversation.send(conversation.buyer, 'Hello');
  const seller = await openTab(conversation.seller);
  const buyer = await openTab(conversation.buyer);
  await types(buyer.client);
  await vi.waitUntil(() => seller.received.length > 1 && buyer.received.length > 0);
  const ctx = { db, publish: live.publish };

  await blockPerson(ctx, conversation.seller, conversation.buyer.id);
  await vi.waitFor(() => expect(buyer.received.at(-1)).toEqual(isOffline(conversation.seller)));
  await vi.waitFor(() => expect(seller.received.at(-1)).toEqual(isOffline(conversation.buyer)));
  const count = seller.received.length;
  expect(await types(buyer.client)).toEqual({ ok: true });
  // A tab opened during the block receives nothing either.
  const late = await openTab(conversation.buyer);
  await settle(seller, buyer, late);
  expect(seller.received).toHaveLength(count);
  expect(late.received).toEqual([]);

  await unblockPerson(ctx, conversation.seller, conversation.buyer.id);
  await vi.waitFor(() => expect(buyer.received.at(-1)).toEqual(isOnline(conversation.seller)));
  await vi.waitFor(() => expect(seller.received.at(-1)).toEqual(isOnline(conversation.buyer)));
});

test('a member who is suspended or deletes the account goes offline at once', async () => {
  await conversation.send(conversation.buyer, 'Hello');
  const seller = await openTab(conversation.seller);
  const buyer = await openTab(conversation.buyer);
  const buyersOtherTab = await openTab(conversation.buyer);
  await vi.waitUntil(() => seller.received.length > 0);
  const change = next(seller.client, 'presence');
  live.endSession(conversation.buyer.sessionId, 'suspended');
  expect(await change).toEqual(isOffline(conversation.buyer));
  await vi.waitUntil(() => !buyer.client.connected && !buyersOtherTab.client.connected);

  const back = await openTab(conversation.buyer);
  await vi.waitFor(() => expect(seller.received.at(-1)).toEqual(isOnline(conversation.buyer)));
  live.publish.toEveryone('person:removed', { id: conversation.buyer.id });
  await vi.waitFor(() => expect(seller.received.at(-1)).toEqual(isOffline(conversation.buyer)));
  back.client.disconnect();
});
