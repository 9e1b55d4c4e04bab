import { randomUUID } from 'node:crypto';
import type { Ack, EventPayload } from '@selvedge/shared/realtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blockPerson, unblockPerson } from '../../server/src/blocks/change-block.ts';
import type { Actor } from '../../server/src/core/actor.ts';
import type { Database } from '../../server/src/db/database.ts';
import { addPerson } from '../support/people/market.ts';
import { startConversation } from '../support/people/talk.ts';
import { type Client, next, startLiveServer } from '../support/servers/live-server.ts';

let db: Database;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let talk: Awaited<ReturnType<typeof startConversation>>;
beforeEach(async () => {
  live = await startLiveServer();
  db = live.db;
  talk = await startConversation(db);
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
    conversationId: talk.id,
    type: 'text',
    content,
  });
const types = (from: Client, typing = true): Promise<Ack<object>> =>
  from.emitWithAck('conversation:typing', { conversationId: talk.id, typing });
const isOnline = (person: Actor): EventPayload<'presence'> => ({ userId: person.id, online: true });
const isOffline = (person: Actor): EventPayload<'presence'> => ({ userId: person.id, online: false });

test("partners receive each other's presence, and a stranger does not", async () => {
  await talk.send(talk.buyer, 'Hello');
  const stranger = await openTab(await addPerson(db, 'stranger'));
  const seller = await openTab(talk.seller);
  const buyer = await openTab(talk.buyer);
  await vi.waitUntil(() => seller.received.length > 0 && buyer.received.length > 0);
  // A second tab of an online member receives the same presence, and triggers no event.
  const second = await openTab(talk.seller);
  await vi.waitUntil(() => second.received.length > 0);
  await settle(stranger, seller, buyer, second);
  expect(seller.received).toEqual([isOnline(talk.buyer)]);
  expect(buyer.received).toContainEqual(isOnline(talk.seller));
  expect(buyer.received).not.toContainEqual(isOffline(talk.seller));
  expect(second.received).toEqual([isOnline(talk.buyer)]);
  expect(stranger.received).toEqual([]);
});

test('an empty conversation reveals neither presence nor typing before its first message', async () => {
  const seller = await openTab(talk.seller);
  const buyer = await openTab(talk.buyer);
  expect(await types(buyer.client)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await settle(seller, buyer);
  expect([...seller.received, ...buyer.received]).toEqual([]);
  await sends(buyer.client, 'Hello');
  await vi.waitUntil(() => seller.received.length > 0 && buyer.received.length > 0);
  expect([seller.received, buyer.received]).toEqual([[isOnline(talk.buyer)], [isOnline(talk.seller)]]);
  expect(await types(buyer.client)).toEqual({ ok: true });
  await vi.waitUntil(() => seller.received.length > 1);
  expect(seller.received.at(-1)).toEqual({ conversationId: talk.id, userId: talk.buyer.id, typing: true });
});

test('typing reaches every tab of the other participant, and no one else', async () => {
  await talk.send(talk.buyer, 'Hello');
  const stranger = await openTab(await addPerson(db, 'stranger'));
  const tabs = [await openTab(talk.seller), await openTab(talk.seller)];
  const buyer = await openTab(talk.buyer);
  const receivers = [...tabs, buyer];
  await vi.waitUntil(() => receivers.every(({ received }) => received.length > 0));
  for (const tab of receivers) tab.received.length = 0;
  // As the client sends it: without requesting an ack.
  buyer.client.emit('conversation:typing', { conversationId: talk.id, typing: true }, undefined as never);
  await types(buyer.client, false);
  expect(await types(stranger.client)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await settle(stranger, buyer, ...tabs);
  const event = { conversationId: talk.id, userId: talk.buyer.id };
  for (const { received } of tabs) {
    expect(received).toEqual([
      { ...event, typing: true },
      { ...event, typing: false },
    ]);
  }
  expect([...stranger.received, ...buyer.received]).toEqual([]);
});

test("a block hides both members' presence from each other at once, and unblocking restores it", async () => {
  await talk.send(talk.buyer, 'Hello');
  const seller = await openTab(talk.seller);
  const buyer = await openTab(talk.buyer);
  await types(buyer.client);
  await vi.waitUntil(() => seller.received.length > 1 && buyer.received.length > 0);
  const ctx = { db, publish: live.publish };

  await blockPerson(ctx, talk.seller, talk.buyer.id);
  await vi.waitFor(() => expect(buyer.received.at(-1)).toEqual(isOffline(talk.seller)));
  await vi.waitFor(() => expect(seller.received.at(-1)).toEqual(isOffline(talk.buyer)));
  const count = seller.received.length;
  expect(await types(buyer.client)).toEqual({ ok: true });
  // A tab opened during the block receives nothing either.
  const late = await openTab(talk.buyer);
  await settle(seller, buyer, late);
  expect(seller.received).toHaveLength(count);
  expect(late.received).toEqual([]);

  await unblockPerson(ctx, talk.seller, talk.buyer.id);
  await vi.waitFor(() => expect(buyer.received.at(-1)).toEqual(isOnline(talk.seller)));
  await vi.waitFor(() => expect(seller.received.at(-1)).toEqual(isOnline(talk.buyer)));
});

test('a member who is suspended or deletes the account goes offline at once', async () => {
  await talk.send(talk.buyer, 'Hello');
  const seller = await openTab(talk.seller);
  const buyer = await openTab(talk.buyer);
  const buyersOtherTab = await openTab(talk.buyer);
  await vi.waitUntil(() => seller.received.length > 0);
  const change = next(seller.client, 'presence');
  live.endSession(talk.buyer.sessionId, 'suspended');
  expect(await change).toEqual(isOffline(talk.buyer));
  await vi.waitUntil(() => !buyer.client.connected && !buyersOtherTab.client.connected);

  const back = await openTab(talk.buyer);
  await vi.waitFor(() => expect(seller.received.at(-1)).toEqual(isOnline(talk.buyer)));
  live.publish.toEveryone('person:removed', { id: talk.buyer.id });
  await vi.waitFor(() => expect(seller.received.at(-1)).toEqual(isOffline(talk.buyer)));
  back.client.disconnect();
});
