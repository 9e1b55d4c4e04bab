import { randomUUID } from 'node:crypto';
import type { Ack, EventPayload } from '@selvedge/shared/realtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blockPerson, unblockPerson } from '../../server/src/blocks/change-block.ts';
import type { Actor } from '../../server/src/core/actor.ts';
import type { Database } from '../../server/src/db/database.ts';
import { addPerson } from '../support/people/market.ts';
import { startTalk } from '../support/people/talk.ts';
import { type Client, next, startLiveServer } from '../support/servers/live-server.ts';

let db: Database;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let talk: Awaited<ReturnType<typeof startTalk>>;
beforeEach(async () => {
  live = await startLiveServer();
  db = live.db;
  talk = await startTalk(db);
});
afterEach(() => live.close());

/** Somebody's tab, and everything that it hears of others' presence and typing. */
async function openTab(person: Actor) {
  live.tokens.set(person.id, person);
  const client = live.connect(person.id);
  const heard: unknown[] = [];
  client.onAny((name: string, event: unknown) => {
    if (name === 'presence' || name === 'conversation:typing') heard.push(event);
  });
  await next(client, 'unread');
  return { client, heard };
}
type Tab = Awaited<ReturnType<typeof openTab>>;

/** Facts come in order: behind this one nothing is on its way any more. */
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
const isHere = (person: Actor): EventPayload<'presence'> => ({ userId: person.id, online: true });
const isAway = (person: Actor): EventPayload<'presence'> => ({ userId: person.id, online: false });

test('people who talk learn who of them is here; a stranger does not', async () => {
  await talk.say(talk.buyer, 'Hello');
  const stranger = await openTab(await addPerson(db, 'stranger'));
  const seller = await openTab(talk.seller);
  const buyer = await openTab(talk.buyer);
  await vi.waitUntil(() => seller.heard.length > 0 && buyer.heard.length > 0);
  // A second tab of somebody here is told as the first was, and nobody hears of it.
  const second = await openTab(talk.seller);
  await vi.waitUntil(() => second.heard.length > 0);
  await settle(stranger, seller, buyer, second);
  expect(seller.heard).toEqual([isHere(talk.buyer)]);
  expect(buyer.heard).toContainEqual(isHere(talk.seller));
  expect(buyer.heard).not.toContainEqual(isAway(talk.seller));
  expect(second.heard).toEqual([isHere(talk.buyer)]);
  expect(stranger.heard).toEqual([]);
});

test('an opened conversation tells nothing until its first message', async () => {
  const seller = await openTab(talk.seller);
  const buyer = await openTab(talk.buyer);
  expect(await types(buyer.client)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await settle(seller, buyer);
  expect([...seller.heard, ...buyer.heard]).toEqual([]);
  await sends(buyer.client, 'Hello');
  await vi.waitUntil(() => seller.heard.length > 0 && buyer.heard.length > 0);
  expect([seller.heard, buyer.heard]).toEqual([[isHere(talk.buyer)], [isHere(talk.seller)]]);
  expect(await types(buyer.client)).toEqual({ ok: true });
  await vi.waitUntil(() => seller.heard.length > 1);
  expect(seller.heard.at(-1)).toEqual({ conversationId: talk.id, userId: talk.buyer.id, typing: true });
});

test('typing is told to the other person in every tab, and to nobody else', async () => {
  await talk.say(talk.buyer, 'Hello');
  const stranger = await openTab(await addPerson(db, 'stranger'));
  const tabs = [await openTab(talk.seller), await openTab(talk.seller)];
  const buyer = await openTab(talk.buyer);
  const told = [...tabs, buyer];
  await vi.waitUntil(() => told.every(({ heard }) => heard.length > 0));
  for (const tab of told) tab.heard.length = 0;
  // As the client sends it: without asking for an answer.
  buyer.client.emit('conversation:typing', { conversationId: talk.id, typing: true }, undefined as never);
  await types(buyer.client, false);
  expect(await types(stranger.client)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await settle(stranger, buyer, ...tabs);
  const event = { conversationId: talk.id, userId: talk.buyer.id };
  for (const { heard } of tabs) {
    expect(heard).toEqual([
      { ...event, typing: true },
      { ...event, typing: false },
    ]);
  }
  expect([...stranger.heard, ...buyer.heard]).toEqual([]);
});

test('a block hides both from each other at once, and its end shows them again', async () => {
  await talk.say(talk.buyer, 'Hello');
  const seller = await openTab(talk.seller);
  const buyer = await openTab(talk.buyer);
  await types(buyer.client);
  await vi.waitUntil(() => seller.heard.length > 1 && buyer.heard.length > 0);
  const ctx = { db, publish: live.publish };

  await blockPerson(ctx, talk.seller, talk.buyer.id);
  await vi.waitFor(() => expect(buyer.heard.at(-1)).toEqual(isAway(talk.seller)));
  await vi.waitFor(() => expect(seller.heard.at(-1)).toEqual(isAway(talk.buyer)));
  const count = seller.heard.length;
  expect(await types(buyer.client)).toEqual({ ok: true });
  // Who comes while it stands learns nothing either.
  const late = await openTab(talk.buyer);
  await settle(seller, buyer, late);
  expect(seller.heard).toHaveLength(count);
  expect(late.heard).toEqual([]);

  await unblockPerson(ctx, talk.seller, talk.buyer.id);
  await vi.waitFor(() => expect(buyer.heard.at(-1)).toEqual(isHere(talk.seller)));
  await vi.waitFor(() => expect(seller.heard.at(-1)).toEqual(isHere(talk.buyer)));
});

test('who is suspended or has deleted their account is away at once', async () => {
  await talk.say(talk.buyer, 'Hello');
  const seller = await openTab(talk.seller);
  const buyer = await openTab(talk.buyer);
  const buyersOtherTab = await openTab(talk.buyer);
  await vi.waitUntil(() => seller.heard.length > 0);
  const told = next(seller.client, 'presence');
  live.endSession(talk.buyer.sessionId, 'suspended');
  expect(await told).toEqual(isAway(talk.buyer));
  await vi.waitUntil(() => !buyer.client.connected && !buyersOtherTab.client.connected);

  const back = await openTab(talk.buyer);
  await vi.waitFor(() => expect(seller.heard.at(-1)).toEqual(isHere(talk.buyer)));
  live.publish.toEveryone('person:removed', { id: talk.buyer.id });
  await vi.waitFor(() => expect(seller.heard.at(-1)).toEqual(isAway(talk.buyer)));
  back.client.disconnect();
});
