import type { Conversation } from '@selvedge/shared/conversations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../../support/people/account.ts';
import { type IdentityServer, startIdentity } from '../../support/servers/identity-server.ts';

const REQUEST = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };

describe('what one person may do how often', () => {
  let server: IdentityServer;
  beforeAll(async () => {
    server = await startIdentity('sqlite', { RATE_LIMITS: 'on', AUTH_AUTOCONFIRM: 'true' });
  });
  afterAll(() => server.close());

  const join = (name: string) => signUp(server.url, name);

  async function talkBetween(buyer: string, seller: string) {
    const [asker, owner] = [await join(buyer), await join(seller)];
    const wanted = await owner.call<{ id: string }>('POST', '/api/wtb-listings', REQUEST);
    const about = { sellerId: owner.id, listingId: null, wtbListingId: wanted.id, isWTB: true };
    const conversation = await asker.call<Conversation>('POST', '/api/conversations', about);
    return { asker, about, conversation };
  }

  test('twenty requests an hour are taken, the next is told how long to wait, and others are not held up', async () => {
    const [busy, other] = [await join('busy'), await join('other')];
    // What is refused uses nothing up.
    for (let i = 0; i < 25; i += 1) {
      expect((await busy.request('POST', '/api/wtb-listings', { ...REQUEST, title: '' })).status).toBe(400);
    }
    for (let i = 0; i < 20; i += 1) {
      expect((await busy.request('POST', '/api/wtb-listings', REQUEST)).status).toBe(201);
    }
    const refused = await busy.request('POST', '/api/wtb-listings', REQUEST);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(60);
    expect(await refused.json()).toEqual({
      code: 'rate_limited',
      message:
        seconds >= 3_600
          ? `You're doing that too often. Please try again in 1 hour.`
          : `You're doing that too often. Please try again in ${Math.ceil(seconds / 60)} minutes.`,
    });
    expect((await other.request('POST', '/api/wtb-listings', REQUEST)).status).toBe(201);
  });

  test('opening a conversation that is there already is not starting one', async () => {
    const { asker, about } = await talkBetween('asker1', 'owner1');
    for (let i = 0; i < 40; i += 1) {
      expect((await asker.request('POST', '/api/conversations', about)).status).toBe(200);
    }
  });

  test('messages are counted over both doors together', async () => {
    const { asker, conversation } = await talkBetween('asker2', 'owner2');
    const send = () => ({
      clientId: crypto.randomUUID(),
      conversationId: conversation.id,
      type: 'text' as const,
      content: 'hello',
    });
    const socket = asker.connect();
    const answers: boolean[] = [];
    const startedAt = performance.now();
    for (let i = 0; i < 10; i += 1) {
      answers.push((await asker.request('POST', '/api/messages', send())).status === 201);
    }
    for (let i = 0; i < 52; i += 1) answers.push((await socket.emitWithAck('message:send', send())).ok);
    // Twenty in any two seconds, so a slow machine may send more of them.
    const windows = 1 + Math.ceil((performance.now() - startedAt) / 2_000);
    socket.disconnect();
    expect(answers.filter(Boolean).length).toBeLessThanOrEqual(Math.min(60, 20 * windows));
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(true));
  });

  test('a socket that floods is cut, and the sockets beside it go on', async () => {
    const person = await join('flooder');
    const [flood, calm] = [person.connect(), person.connect()];
    await Promise.all(
      [flood, calm].map((one) => new Promise<void>((resolve) => one.once('unread', () => resolve()))),
    );
    const cut = new Promise((resolve) => flood.once('disconnect', resolve));
    // Not a request that the types know.
    const emit = flood.emit.bind(flood) as (name: string) => void;
    for (let i = 0; i < 500; i += 1) emit('nonsense');
    expect(await cut).toBe('io server disconnect');
    expect(await calm.emitWithAck('sync', { conversations: {} })).toMatchObject({ ok: true });
    calm.disconnect();
  });

  test('a known address refuses other methods and names its own', async () => {
    const { request } = await join('prober');
    const refused = await request('DELETE', '/api/messages');
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('POST');
    expect(await refused.json()).toMatchObject({ code: 'method_not_allowed' });
    expect((await request('PATCH', '/api/nothing')).status).toBe(404);
  });

  test('a visitor may read three hundred times a minute', async () => {
    const read = () => fetch(`${server.url}/api/listings?limit=1`);
    const answers = await Promise.all(Array.from({ length: 330 }, async () => (await read()).status));
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(300);
    expect(new Set(answers)).toEqual(new Set([200, 429]));
    // What is made for machines is counted with it.
    for (const path of ['/feed.xml', '/sitemap.xml', '/sitemap/listings.xml']) {
      expect((await fetch(server.url + path)).status).toBe(429);
    }
    expect((await fetch(`${server.url}/robots.txt`)).status).toBe(200);
  });
});
