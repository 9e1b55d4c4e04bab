import { randomUUID } from 'node:crypto';
import type { Conversation } from '@selvedge/shared/conversations';
import type { Listing } from '@selvedge/shared/listings';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { STREAM } from '../../server/src/nodes/writer.ts';
import { connectWatched } from '../support/contract/traffic.ts';
import { transparentPng } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { type Client, next } from '../support/servers/live-server.ts';
import { missingForNodes, startTwoNodes, type TwoNodes } from '../support/servers/nodes.ts';

type Member = Awaited<ReturnType<typeof signUp>>;

describe.skipIf(missingForNodes !== null)('people on different nodes', () => {
  let nodes: TwoNodes;
  let seller: Member;
  let buyer: Member;
  let listing: Listing;
  let talk: Conversation;
  beforeAll(async () => {
    nodes = await startTwoNodes({ RATE_LIMITS: 'on' });
    seller = await signUp(nodes.one.url, 'seller');
    buyer = await signUp(nodes.other.url, 'buyer');
    listing = await seller.list(await transparentPng(60, 80));
    talk = await buyer.talkAbout(listing);
  });
  afterAll(() => nodes.close());

  const sockets: Client[] = [];
  beforeEach(() => () => {
    for (const socket of sockets.splice(0)) socket.disconnect();
  });
  /** A tab on a node, and all that it hears. */
  async function openTab(url: string, member: Member) {
    const client: Client = connectWatched(url, { auth: { token: member.token } });
    const heard: [name: string, event: unknown][] = [];
    client.onAny((name: string, event: unknown) => heard.push([name, event]));
    sockets.push(client);
    await next(client, 'unread');
    return {
      client,
      heard,
      hears: (name: string, event: object) =>
        expect
          .poll(() => heard.filter(([each]) => each === name).map(([, one]) => one), { timeout: 15_000 })
          .toContainEqual(expect.objectContaining(event)),
    };
  }
  const say = (client: Client, content: string) =>
    client.emitWithAck('message:send', {
      clientId: randomUUID(),
      conversationId: talk.id,
      type: 'text',
      content,
    });

  test('hear each other as on one: messages, reads, typing, who is here, what is listed', async () => {
    const [s, b] = [await openTab(nodes.one.url, seller), await openTab(nodes.other.url, buyer)];
    const answer = await say(b.client, 'Is it still there?');
    await s.hears('message:new', { message: expect.objectContaining({ content: 'Is it still there?' }) });
    await s.hears('unread', { count: 1 });
    expect(answer).toMatchObject({ ok: true });
    // The first word has made them partners.
    await s.hears('presence', { userId: buyer.id, online: true });
    await b.hears('presence', { userId: seller.id, online: true });

    await s.client.emitWithAck('conversation:delivered', { conversations: { [talk.id]: 1 } });
    await b.hears('conversation:delivered', { userId: seller.id, seq: 1 });
    await s.client.emitWithAck('conversation:read', { conversationId: talk.id, seq: 1 });
    await b.hears('conversation:read', { userId: seller.id, seq: 1 });
    await s.client.emitWithAck('conversation:typing', { conversationId: talk.id, typing: true });
    await b.hears('conversation:typing', { userId: seller.id, typing: true });
    await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '300' });
    await b.hears('listing:changed', { listing: expect.objectContaining({ price: '300.00' }) });

    // Another tab of hers comes on the other node: it is told who is here, and nobody is told of it.
    const before = b.heard.length;
    const second = await openTab(nodes.other.url, seller);
    await second.hears('presence', { userId: buyer.id, online: true });
    s.client.disconnect();
    second.client.disconnect();
    await b.hears('presence', { userId: seller.id, online: false });
    expect(b.heard.slice(before).filter(([name]) => name === 'presence')).toHaveLength(1);
  });

  test('are shown what is unread as their own node counts it: no count is on the way, where another could overtake it', async () => {
    const [s, b] = [await openTab(nodes.one.url, seller), await openTab(nodes.other.url, buyer)];
    const redis = createClient({ url: nodes.redis.url });
    await redis.connect();
    try {
      const [newest] = (await redis.xRevRange(STREAM, '+', '-', { COUNT: 1 })) ?? [];
      const counts = () => s.heard.filter(([name]) => name === 'unread').length;
      const before = counts();
      await say(b.client, 'And this?');
      await expect.poll(counts).toBeGreaterThan(before);
      const since = (await redis.xRange(STREAM, `(${newest?.id ?? 0}`, '+')) ?? [];
      const letters = since.flatMap((one) => (one ? [JSON.parse(one.message.letter ?? '')] : []));
      expect(letters).toContainEqual(expect.objectContaining({ topic: 'unread', payload: seller.id }));
      expect(letters.filter(({ payload }) => payload?.event === 'unread')).toEqual([]);
    } finally {
      redis.destroy();
    }
  });

  test('a page without a sign-in hears of what changes on another node', async () => {
    const leaving = new AbortController();
    const stream = await fetch(`${nodes.other.url}/api/live`, { signal: leaving.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '290' });
    let told = '';
    while (!told.includes('"290.00"')) told += (await reader?.read())?.value;
    expect(told).toContain('event: listing:changed');
    leaving.abort();
  });

  test('have one budget, whichever node they use', async () => {
    const busy = await signUp(nodes.one.url, 'busy');
    const there = { authorization: `Bearer ${busy.token}`, 'content-type': 'application/json' };
    const wanted = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
    const askThere = async () => {
      const init = { method: 'POST', headers: there, body: JSON.stringify(wanted) };
      return (await fetch(`${nodes.other.url}/api/wtb-listings`, init)).status;
    };
    for (let i = 0; i < 10; i += 1) {
      expect((await busy.request('POST', '/api/wtb-listings', wanted)).status).toBe(201);
      expect(await askThere()).toBe(201);
    }
    expect((await busy.request('POST', '/api/wtb-listings', wanted)).status).toBe(429);
    expect(await askThere()).toBe(429);
  });
});
