import { randomUUID } from 'node:crypto';
import type { Ack, EventPayload } from '@selvedge/shared/platform/realtime';
import { beforeEach, expect, test, vi } from 'vitest';
import { suspendAccount } from '../../server/src/identity/accounts/suspend-account.ts';
import type { Actor } from '../../server/src/platform/core/actor.ts';
import { type Client, next, openTab as openTabOf, settle } from '../support/clients/socket.ts';
import { PASSWORD } from '../support/people/accounts.ts';
import { startConversation, uniqueName } from '../support/people/conversation.ts';
import { worldForAll } from '../support/world.ts';

const world = worldForAll();
let conversation: Awaited<ReturnType<typeof startConversation>>;
beforeEach(async () => {
  conversation = await startConversation(world);
});

/** Opens a tab of a member and records the presence and typing events it receives. */
const openTab = (as: Actor) => openTabOf(world, as, 'presence', 'conversation:typing');
const joinStranger = () => world.join(uniqueName('stranger'));
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

test("only partners receive each other's presence", async () => {
  await conversation.send(conversation.buyer, 'Hello');
  const stranger = await openTab(await joinStranger());
  const seller = await openTab(conversation.seller);
  const buyer = await openTab(conversation.buyer);
  await vi.waitUntil(() => seller.received.length > 0 && buyer.received.length > 0);
  // A second tab of an online member receives the same presence, and triggers no event.
  const second = await openTab(conversation.seller);
  await vi.waitUntil(() => second.received.length > 0);
  await settle(world, stranger.client, seller.client, buyer.client, second.client);
  expect(seller.received).toEqual([isOnline(conversation.buyer)]);
  expect(buyer.received).toContainEqual(isOnline(conversation.seller));
  expect(buyer.received).not.toContainEqual(isOffline(conversation.seller));
  expect(second.received).toEqual([isOnline(conversation.buyer)]);
  expect(stranger.received).toEqual([]);
});

test('an empty conversation reveals no presence', async () => {
  const seller = await openTab(conversation.seller);
  const buyer = await openTab(conversation.buyer);
  expect(await types(buyer.client)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  await settle(world, seller.client, buyer.client);
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

test('typing reaches only the other participant', {
  tags: ['room-membership'],
}, async () => {
  await conversation.send(conversation.buyer, 'Hello');
  const stranger = await openTab(await joinStranger());
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
  await settle(world, stranger.client, buyer.client, ...tabs.map(({ client }) => client));
  const event = { conversationId: conversation.id, userId: conversation.buyer.id };
  for (const { received } of tabs) {
    expect(received).toEqual([
      { ...event, typing: true },
      { ...event, typing: false },
    ]);
  }
  expect([...stranger.received, ...buyer.received]).toEqual([]);
});

test("a block hides both members' presence", async () => {
  await conversation.send(conversation.buyer, 'Hello');
  const seller = await openTab(conversation.seller);
  const buyer = await openTab(conversation.buyer);
  await types(buyer.client);
  await vi.waitUntil(() => seller.received.length > 1 && buyer.received.length > 0);

  const block = `/api/blocks/${conversation.buyer.id}`;
  await world.call('PUT', block, { as: conversation.seller });
  await vi.waitFor(() => expect(buyer.received.at(-1)).toEqual(isOffline(conversation.seller)));
  await vi.waitFor(() => expect(seller.received.at(-1)).toEqual(isOffline(conversation.buyer)));
  const count = seller.received.length;
  expect(await types(buyer.client)).toEqual({ ok: true });
  // A tab opened during the block receives nothing either.
  const late = await openTab(conversation.buyer);
  await settle(world, seller.client, buyer.client, late.client);
  expect(seller.received).toHaveLength(count);
  expect(late.received).toEqual([]);

  await world.call('DELETE', block, { as: conversation.seller });
  await vi.waitFor(() => expect(buyer.received.at(-1)).toEqual(isOnline(conversation.seller)));
  await vi.waitFor(() => expect(seller.received.at(-1)).toEqual(isOnline(conversation.buyer)));
});

test.each([
  ['is suspended', ({ id }) => world.db.transact((tx) => suspendAccount(null, tx, id))],
  [
    'deletes the account',
    (as) => world.call('DELETE', '/api/auth/user', { as, json: { password: PASSWORD } }),
  ],
] satisfies [string, (member: Actor) => Promise<unknown>][])(
  'a member who %s goes offline at once',
  async (_, end) => {
    const { seller, buyer, send } = conversation;
    await send(buyer, 'Hello');
    const partner = await openTab(seller);
    const tabs = [await openTab(buyer), await openTab(buyer)];
    await vi.waitUntil(() => partner.received.length > 0);
    const change = next(partner.client, 'presence');
    await end(buyer);
    expect(await change).toEqual(isOffline(buyer));
    await vi.waitUntil(() => tabs.every(({ client }) => !client.connected));
  },
);
