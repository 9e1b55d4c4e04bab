import { randomUUID } from 'node:crypto';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, expiryOf, next, openTab, settle } from '../support/clients/socket.ts';
import type { Member } from '../support/people/accounts.ts';
import { startConversation, uniqueName } from '../support/people/conversation.ts';
import { worldForAll } from '../support/world.ts';

const world = worldForAll();
let conversation: Awaited<ReturnType<typeof startConversation>>;
let seller: Member;
let buyer: Member;

beforeEach(async () => {
  [seller, buyer] = [await world.join(uniqueName('marlow')), await world.join(uniqueName('odile'))];
  conversation = await startConversation(world, [seller, buyer]);
});

const connectAs = async (person: Member): Promise<Client> => (await openTab(world, person)).client;
const joinStranger = () => world.join(uniqueName('stranger'));
const text = (content: string) => ({
  clientId: randomUUID(),
  conversationId: conversation.id,
  type: 'text',
  content,
});
/** Sends any event name with any arguments, as a script might. */
const request = (client: Client, name: string, ...args: unknown[]): Promise<Record<string, unknown>> =>
  (
    client.timeout(30_000) as unknown as {
      emitWithAck(n: string, ...a: unknown[]): Promise<Record<string, unknown>>;
    }
  ).emitWithAck(name, ...args);

describe('the handshake', () => {
  test.each([
    ['a wrong token', 'nobody'],
    ['no token', undefined],
    ['an object', { $gt: '' }],
  ])('with %s is refused', { tags: ['handshake'] }, async (_, token) => {
    const client = await world.connect({ token });
    const error = await next<Error & { data: unknown }>(client, 'connect_error');
    expect(error.data).toEqual({ code: 'unauthorized' });
  });

  test('from a foreign origin is refused, whatever the token', { tags: ['handshake'] }, async () => {
    const from = (origin: string) => world.connect(buyer, { extraHeaders: { origin } });
    expect(await next<Error>(await from('https://evil.example'), 'connect_error')).toBeInstanceOf(Error);
    const own = await from(world.url);
    await next(own, 'connect');
    expect(own.connected).toBe(true);
  });

  test('reports the number of unread conversations', async () => {
    await conversation.send(buyer, 'Hello');
    expect(await next(await world.connect(seller), 'unread')).toEqual({ count: 1 });
  });
});

describe('a message', () => {
  test('reaches every tab of its participants only', {
    tags: ['room-membership'],
  }, async () => {
    const tabs = [await connectAs(buyer), await connectAs(buyer), await connectAs(seller)] as const;
    const stranger = await openTab(world, await joinStranger(), 'message:new');
    const received = tabs.map((client) => next<EventPayload<'message:new'>>(client, 'message:new'));
    const ack = await request(tabs[0], 'message:send', text('Is it still available?'));
    expect(ack).toMatchObject({ ok: true, message: { seq: 1, content: 'Is it still available?' } });
    for (const event of await Promise.all(received)) expect(event.message).toEqual(ack.message);
    await settle(world, stranger.client);
    expect(stranger.received).toEqual([]);
  });

  test('resent after a lost ack is stored once', async () => {
    const tab = await connectAs(buyer);
    const message = text('Hello');
    const first = await request(tab, 'message:send', message);
    tab.disconnect();
    const again = await request(await connectAs(buyer), 'message:send', message);
    expect(again).toEqual(first);
  });

  test('read by one participant is reported to both', async () => {
    const [buying, selling] = [await connectAs(buyer), await connectAs(seller)];
    await request(buying, 'message:send', text('Hello'));
    const received = next(buying, 'conversation:read');
    const ack = await request(selling, 'conversation:read', { conversationId: conversation.id, seq: 1 });
    expect(ack).toEqual({ ok: true, unread: 0 });
    expect(await received).toEqual({
      conversationId: conversation.id,
      userId: seller.id,
      seq: 1,
    });
  });

  test("an unread-count request returns only the caller's own count", async () => {
    const [buying, selling] = [await connectAs(buyer), await connectAs(seller)];
    await request(buying, 'message:send', text('Hello'));
    for (const [client, count] of [
      [selling, 1],
      [buying, 0],
    ] as const) {
      // After a sync, all events of the message itself have arrived.
      await request(client, 'sync', { conversations: {} });
      const received = next(client, 'unread');
      expect(await request(client, 'unread:count', {})).toEqual({ ok: true });
      expect(await received).toEqual({ count });
    }
    const ack = await request(buying, 'unread:count', { userId: seller.id });
    expect(ack).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });
});

describe('malformed input', () => {
  const invalid: [what: string, name: string, args: () => unknown[]][] = [
    ['an empty message', 'message:send', () => [{ ...text('x'), content: '   ' }]],
    ['no input', 'message:send', () => []],
    ['null', 'message:send', () => [null]],
    ['an array', 'sync', () => [[1, 2, 3]]],
    ['an unknown field', 'conversation:read', () => [{ conversationId: randomUUID(), seq: 1, userId: 'x' }]],
    ['a deep object', 'sync', () => [JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)]],
    ['too long a text', 'message:send', () => [{ ...text('x'), content: 'x'.repeat(4_001) }]],
    ['a polluting key', 'sync', () => [JSON.parse('{"conversations":{"__proto__":1}}')]],
  ];
  test.each(invalid)('%s is answered without closing the connection', async (_, name, args) => {
    const client = await connectAs(buyer);
    const ack = await request(client, name, ...args());
    if (ack.ok) expect(ack).toMatchObject({ messages: [] });
    else expect(ack.error).toMatchObject({ code: 'invalid_input', message: expect.any(String) });
    expect(client.connected).toBe(true);
  });

  test.each(['nothing:like:this', 'constructor', '__proto__', 'toString'])(
    'an unknown request gets an error response: %s',
    { tags: ['malformed-packets'] },
    async (name) => {
      const client = await connectAs(buyer);
      expect(await request(client, name, {})).toMatchObject({ ok: false, error: { code: 'not_found' } });
    },
  );

  test("a stranger's conversation is not found", { tags: ['socket-requests'] }, async () => {
    const stranger = await connectAs(await joinStranger());
    expect(await request(stranger, 'message:send', text('Hello'))).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
  });

  test('malformed packets do not stop the server', { tags: ['malformed-packets'] }, async () => {
    const raw = new WebSocket(`${world.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await new Promise((resolve) => raw.once('open', resolve));
    const closed = new Promise((resolve) => raw.once('close', resolve));
    for (const packet of [
      '40{"token":',
      '42["',
      '451-["x",{"_placeholder":true,"num":9}]',
      '49',
      '4',
      '\u0000',
      '42[null]',
      '2',
      '40',
    ]) {
      raw.send(packet);
    }
    raw.send(Buffer.from([0, 1, 2, 3]));
    await closed;
    expect(await request(await connectAs(buyer), 'sync', { conversations: {} })).toMatchObject({
      ok: true,
    });
  });

  test('a packet above the limit closes only its socket', {
    tags: ['malformed-packets'],
  }, async () => {
    const [huge, other] = [await connectAs(buyer), await connectAs(seller)];
    const disconnected = next(huge, 'disconnect');
    huge.emit('message:send', { ...text('x'), type: 'text', content: 'x'.repeat(100_000) }, () => undefined);
    await disconnected;
    expect(await request(other, 'sync', { conversations: {} })).toMatchObject({ ok: true });
  });
});

describe('a session', () => {
  test('that ends closes only its own sockets', { tags: ['ended-sessions'] }, async () => {
    const [ended, other] = [await connectAs(buyer), await connectAs(seller)];
    const received = next(ended, 'session:ended');
    const disconnected = next(ended, 'disconnect');
    expect((await world.call('POST', '/auth/v1/logout', { as: buyer })).status).toBe(204);
    expect(await received).toEqual({ reason: 'signed_out' });
    await disconnected;
    expect(other.connected).toBe(true);
  });

  test('is renewed by a new token of its own', async () => {
    const client = await connectAs(buyer);
    const { data } = await world.client().refreshSession(buyer.session);
    expect(await request(client, 'session:renew', { token: data.session?.access_token })).toEqual({
      ok: true,
      expiresAt: new Date((data.session?.expires_at ?? 0) * 1_000).toISOString(),
    });
  });

  test("renewed with another member's token closes the socket", {
    tags: ['socket-token-renewal'],
  }, async () => {
    const client = await connectAs(buyer);
    const received = next(client, 'session:ended');
    expect(await request(client, 'session:renew', { token: await seller.token() })).toMatchObject({
      ok: false,
      error: { code: 'unauthorized' },
    });
    expect(await received).toEqual({ reason: 'replaced' });
  });

  test('whose token has expired without renewal is closed', { tags: ['socket-token-renewal'] }, async () => {
    const client = await world.connect(buyer);
    const expire = await expiryOf(() => next(client, 'unread'));
    const ended = next(client, 'session:ended');
    expire();
    expect(await ended).toEqual({ reason: 'expired' });
  });
});
