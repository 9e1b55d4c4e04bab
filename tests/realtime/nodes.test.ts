import { randomUUID } from 'node:crypto';
import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { Listing } from '@selvedge/shared/items/listings';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STREAM } from '../../server/src/platform/nodes/writer.ts';
import { type Client, next } from '../support/clients/socket.ts';
import { joinWorld, type Person } from '../support/people/account.ts';
import { nodesUnavailable, startTwoNodes, type TwoNodes } from '../support/servers/nodes.ts';
import type { World } from '../support/world.ts';

describe.skipIf(nodesUnavailable !== null)('members on different nodes', () => {
  let nodes: TwoNodes;
  let seller: Person;
  let buyer: Person;
  let listing: Listing;
  let conversation: Conversation;
  beforeAll(async () => {
    nodes = await startTwoNodes({ RATE_LIMITS: 'on' });
    seller = await joinWorld(nodes.one, 'seller');
    buyer = await joinWorld(nodes.other, 'buyer');
    listing = await seller.list();
    conversation = await buyer.openConversation(listing);
  });
  afterAll(() => nodes.close());

  /** Opens a tab on a node and records every event it receives. */
  async function openTab(node: World, { token }: Person) {
    const client: Client = await node.connect({ token });
    const received: [name: string, event: unknown][] = [];
    client.onAny((name: string, event: unknown) => received.push([name, event]));
    await next(client, 'unread');
    return {
      client,
      received,
      expectEvent: (name: string, event: object) =>
        expect
          .poll(() => received.filter(([each]) => each === name).map(([, one]) => one), { timeout: 60_000 })
          .toContainEqual(expect.objectContaining(event)),
    };
  }
  const sendText = (client: Client, content: string) =>
    client.emitWithAck('message:send', {
      clientId: randomUUID(),
      conversationId: conversation.id,
      type: 'text',
      content,
    });

  test("receive each other's events as on one node", async () => {
    const [s, b] = [await openTab(nodes.one, seller), await openTab(nodes.other, buyer)];
    const ack = await sendText(b.client, 'Is it still there?');
    await s.expectEvent('message:new', {
      message: expect.objectContaining({ content: 'Is it still there?' }),
    });
    await s.expectEvent('unread', { count: 1 });
    expect(ack).toMatchObject({ ok: true });
    // The first message has made them partners.
    await s.expectEvent('presence', { userId: buyer.id, online: true });
    await b.expectEvent('presence', { userId: seller.id, online: true });

    await s.client.emitWithAck('conversation:delivered', { conversations: { [conversation.id]: 1 } });
    await b.expectEvent('conversation:delivered', { userId: seller.id, seq: 1 });
    await s.client.emitWithAck('conversation:read', { conversationId: conversation.id, seq: 1 });
    await b.expectEvent('conversation:read', { userId: seller.id, seq: 1 });
    await s.client.emitWithAck('conversation:typing', { conversationId: conversation.id, typing: true });
    await b.expectEvent('conversation:typing', { userId: seller.id, typing: true });
    await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '300' });
    await b.expectEvent('listing:changed', { listing: expect.objectContaining({ price: '300.00' }) });

    // The seller opens another tab on the other node: that tab receives the buyer's presence, and the buyer
    // receives nothing.
    const before = b.received.length;
    const second = await openTab(nodes.other, seller);
    await second.expectEvent('presence', { userId: buyer.id, online: true });
    s.client.disconnect();
    second.client.disconnect();
    await b.expectEvent('presence', { userId: seller.id, online: false });
    expect(b.received.slice(before).filter(([name]) => name === 'presence')).toHaveLength(1);
  });

  test('receive unread counts computed by their own node', async () => {
    const [s, b] = [await openTab(nodes.one, seller), await openTab(nodes.other, buyer)];
    const redis = createClient({ url: nodes.redis.url });
    await redis.connect();
    try {
      const [newest] = (await redis.xRevRange(STREAM, '+', '-', { COUNT: 1 })) ?? [];
      const counts = () => s.received.filter(([name]) => name === 'unread').length;
      const before = counts();
      await sendText(b.client, 'And this?');
      await expect.poll(counts).toBeGreaterThan(before);
      const since = (await redis.xRange(STREAM, `(${newest?.id ?? 0}`, '+')) ?? [];
      const busMessages = since.flatMap((one) => (one ? [JSON.parse(one.message.letter ?? '')] : []));
      expect(busMessages).toContainEqual(expect.objectContaining({ topic: 'unread', payload: seller.id }));
      expect(busMessages.filter(({ payload }) => payload?.event === 'unread')).toEqual([]);
    } finally {
      redis.destroy();
    }
  });

  test("a visitor's page receives changes made on another node", async () => {
    const leaving = new AbortController();
    const stream = await fetch(`${nodes.other.url}/api/live`, { signal: leaving.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '290' });
    let received = '';
    while (!received.includes('"290.00"')) received += (await reader?.read())?.value;
    expect(received).toContain('event: listing:changed');
    leaving.abort();
  });

  test('share one rate-limit budget across nodes', async () => {
    const busy = await joinWorld(nodes.one, 'busy');
    const json = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
    const post = async (node: World) =>
      (await node.call('POST', '/api/wtb-listings', { token: busy.token, json })).status;
    for (let i = 0; i < 10; i += 1) {
      for (const node of [nodes.one, nodes.other]) expect(await post(node)).toBe(201);
    }
    for (const node of [nodes.one, nodes.other]) expect(await post(node)).toBe(429);
  });
});
