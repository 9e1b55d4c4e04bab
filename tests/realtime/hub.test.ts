import { randomUUID } from 'node:crypto';
import type { EventPayload } from '@selvedge/shared/realtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
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

const connectAs = async (person: Actor, token = person.id): Promise<Client> => {
  live.tokens.set(token, person);
  const client = live.connect(token);
  await next(client, 'connect');
  return client;
};
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
  ])('with %s is refused', async (_, token) => {
    const client = live.connect(token);
    const error = await next<Error & { data: unknown }>(client, 'connect_error');
    expect(error.data).toEqual({ code: 'unauthorized' });
  });

  test('from a foreign origin is refused, whatever the token', async () => {
    live.tokens.set('token', conversation.buyer);
    const foreign = live.connect('token', { origin: 'https://evil.example' });
    expect(await next<Error>(foreign, 'connect_error')).toBeInstanceOf(Error);
    const own = live.connect('token', { origin: live.url });
    await next(own, 'connect');
    expect(own.connected).toBe(true);
  });

  test('reports the number of unread conversations', async () => {
    await conversation.send(conversation.buyer, 'Hello');
    live.tokens.set('token', conversation.seller);
    expect(await next(live.connect('token'), 'unread')).toEqual({ count: 1 });
  });
});

describe('a message', () => {
  test('is acknowledged and reaches every tab of both participants, and no other socket', async () => {
    const buyer = await connectAs(conversation.buyer);
    const buyersOtherTab = await connectAs(conversation.buyer);
    const seller = await connectAs(conversation.seller);
    const stranger = await connectAs(await addPerson(db, 'stranger'));
    let strangerReceived = false;
    stranger.onAny((name) => {
      strangerReceived ||= name === 'message:new';
    });
    const received = [buyer, buyersOtherTab, seller].map((client) =>
      next<EventPayload<'message:new'>>(client, 'message:new'),
    );
    const ack = await request(buyer, 'message:send', text('Is it still available?'));
    expect(ack).toMatchObject({ ok: true, message: { seq: 1, content: 'Is it still available?' } });
    for (const event of await Promise.all(received)) expect(event.message).toEqual(ack.message);
    await request(stranger, 'sync', { conversations: {} });
    expect(strangerReceived).toBe(false);
  });

  test('resent after a lost ack is stored once', async () => {
    const buyer = await connectAs(conversation.buyer);
    const message = text('Hello');
    const first = await request(buyer, 'message:send', message);
    buyer.disconnect();
    const again = await request(await connectAs(conversation.buyer), 'message:send', message);
    expect(again).toEqual(first);
  });

  test('read by one participant is reported to both and lowers the unread count', async () => {
    const [buyer, seller] = [await connectAs(conversation.buyer), await connectAs(conversation.seller)];
    await request(buyer, 'message:send', text('Hello'));
    const received = next(buyer, 'conversation:read');
    const ack = await request(seller, 'conversation:read', { conversationId: conversation.id, seq: 1 });
    expect(ack).toEqual({ ok: true, unread: 0 });
    expect(await received).toEqual({
      conversationId: conversation.id,
      userId: conversation.seller.id,
      seq: 1,
    });
  });

  test("an unread-count request returns only the caller's own count", async () => {
    const [buyer, seller] = [await connectAs(conversation.buyer), await connectAs(conversation.seller)];
    await request(buyer, 'message:send', text('Hello'));
    for (const [client, count] of [
      [seller, 1],
      [buyer, 0],
    ] as const) {
      // After a sync, all events of the message itself have arrived.
      await request(client, 'sync', { conversations: {} });
      const received = next(client, 'unread');
      expect(await request(client, 'unread:count', {})).toEqual({ ok: true });
      expect(await received).toEqual({ count });
    }
    const ack = await request(buyer, 'unread:count', { userId: conversation.seller.id });
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
    const client = await connectAs(conversation.buyer);
    const ack = await request(client, name, ...args());
    if (ack.ok) expect(ack).toMatchObject({ messages: [] });
    else expect(ack.error).toMatchObject({ code: 'invalid_input', message: expect.any(String) });
    expect(client.connected).toBe(true);
  });

  test.each(['nothing:like:this', 'constructor', '__proto__', 'toString'])(
    'an unknown request gets an error response: %s',
    async (name) => {
      const client = await connectAs(conversation.buyer);
      expect(await request(client, name, {})).toMatchObject({ ok: false, error: { code: 'not_found' } });
    },
  );

  test("a stranger's conversation is not found", async () => {
    const stranger = await connectAs(await addPerson(db, 'stranger'));
    expect(await request(stranger, 'message:send', text('Hello'))).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
  });

  test('malformed packets do not stop the server', async () => {
    const raw = new WebSocket(`${live.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
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
    expect(await request(await connectAs(conversation.buyer), 'sync', { conversations: {} })).toMatchObject({
      ok: true,
    });
  });

  test('a packet above the size limit closes only its own socket', async () => {
    const [huge, other] = [await connectAs(conversation.buyer), await connectAs(conversation.seller)];
    const disconnected = next(huge, 'disconnect');
    huge.emit('message:send', { ...text('x'), type: 'text', content: 'x'.repeat(100_000) }, () => undefined);
    await disconnected;
    expect(await request(other, 'sync', { conversations: {} })).toMatchObject({ ok: true });
  });
});

describe('a session', () => {
  test('that ends closes its own sockets and no others', async () => {
    const [ended, other] = [await connectAs(conversation.buyer), await connectAs(conversation.seller)];
    const received = next(ended, 'session:ended');
    const disconnected = next(ended, 'disconnect');
    live.endSession(conversation.buyer.sessionId);
    expect(await received).toEqual({ reason: 'signed_out' });
    await disconnected;
    expect(other.connected).toBe(true);
  });

  test('is renewed by a new token of the same session', async () => {
    const client = await connectAs(conversation.buyer);
    const expiresAt = new Date(Date.now() + 1_800_000);
    live.tokens.set('renewed', { ...conversation.buyer, expiresAt });
    expect(await request(client, 'session:renew', { token: 'renewed' })).toEqual({
      ok: true,
      expiresAt: expiresAt.toISOString(),
    });
  });

  test("renewed with another member's token closes the socket", async () => {
    const client = await connectAs(conversation.buyer);
    live.tokens.set('other', conversation.seller);
    const received = next(client, 'session:ended');
    expect(await request(client, 'session:renew', { token: 'other' })).toMatchObject({
      ok: false,
      error: { code: 'unauthorized' },
    });
    expect(await received).toEqual({ reason: 'replaced' });
  });

  test('whose token has expired without renewal is closed', async () => {
    // The 30 seconds of grace are almost over.
    const almost = { ...conversation.buyer, expiresAt: new Date(Date.now() - 29_900) };
    live.tokens.set('almost over', almost);
    // Awaiting the connection first could miss the event.
    expect(await next(live.connect('almost over'), 'session:ended')).toEqual({ reason: 'expired' });
  });
});
