import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { describe, expect, test } from 'vitest';
import { joinWorld } from '../../../support/people/account.ts';
import { worldForAll } from '../../../support/world.ts';

const WTB = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };

describe('rate limits per member', () => {
  const server = worldForAll({ env: { RATE_LIMITS: 'on' } });

  const join = (name: string) => joinWorld(server, name);

  async function startConversation(buyerName: string, sellerName: string) {
    const [buyer, owner] = [await join(buyerName), await join(sellerName)];
    const wanted = await owner.call<{ id: string }>('POST', '/api/wtb-listings', WTB);
    const about = { sellerId: owner.id, listingId: null, wtbListingId: wanted.id, isWTB: true };
    const conversation = await buyer.call<Conversation>('POST', '/api/conversations', about);
    return { buyer, about, conversation };
  }

  test('the WTB after twenty an hour is refused', {
    tags: ['posting-limit'],
  }, async () => {
    const [busy, other] = [await join('busy'), await join('other')];
    // Refused requests do not count.
    for (let i = 0; i < 25; i += 1) {
      expect((await busy.request('POST', '/api/wtb-listings', { ...WTB, title: '' })).status).toBe(400);
    }
    for (let i = 0; i < 20; i += 1) {
      expect((await busy.request('POST', '/api/wtb-listings', WTB)).status).toBe(201);
    }
    const refused = await busy.request('POST', '/api/wtb-listings', WTB);
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
    expect((await other.request('POST', '/api/wtb-listings', WTB)).status).toBe(201);
  });

  test('opening an existing conversation does not count', {
    tags: ['conversation-limit'],
  }, async () => {
    const { buyer, about } = await startConversation('buyer1', 'owner1');
    for (let i = 0; i < 40; i += 1) {
      expect((await buyer.request('POST', '/api/conversations', about)).status).toBe(200);
    }
  });

  test('messages over every channel share one budget', { tags: ['message-limit'] }, async () => {
    const { buyer, conversation } = await startConversation('buyer2', 'owner2');
    const send = () => ({
      clientId: crypto.randomUUID(),
      conversationId: conversation.id,
      type: 'text' as const,
      content: 'hello',
    });
    const socket = buyer.connect();
    const responses: boolean[] = [];
    const startedAt = performance.now();
    for (let i = 0; i < 10; i += 1) {
      responses.push((await buyer.request('POST', '/api/messages', send())).status === 201);
    }
    for (let i = 0; i < 52; i += 1) responses.push((await socket.emitWithAck('message:send', send())).ok);
    // The limit is twenty in two seconds, so a slow machine may send more in total.
    const windows = 1 + Math.ceil((performance.now() - startedAt) / 2_000);
    socket.disconnect();
    expect(responses.filter(Boolean).length).toBeLessThanOrEqual(Math.min(60, 20 * windows));
    expect(responses.slice(0, 20)).toEqual(Array(20).fill(true));
  });

  test('edits of items fill the quota of messages, too', {
    tags: ['text-quota'],
    timeout: 120_000,
  }, async () => {
    const { buyer, conversation } = await startConversation('writer', 'owner3');
    const description = '👨‍👩‍👧‍👦'.repeat(480);
    const edit = async () => {
      const { id } = await buyer.call<{ id: string }>('POST', '/api/wtb-listings', WTB);
      for (let n = 0; n < 25; n += 1) {
        const edited = await buyer.request('PUT', `/api/wtb-listings/${id}`, { ...WTB, description });
        if (edited.status !== 200) return edited;
      }
      return null;
    };
    let refused: Response | null = null;
    for (let item = 0; item < 10 && !refused; item += 1) refused = await edit();
    expect(refused?.status).toBe(429);
    const message = expect.stringMatching(
      /^You have written as much as fits into one day\. You can write again in /,
    );
    expect(await refused?.json()).toEqual({ code: 'rate_limited', message });
    const text = { type: 'text' as const, content: 'One more word', clientId: crypto.randomUUID() };
    const socket = buyer.connect();
    const sent = await socket.emitWithAck('message:send', { ...text, conversationId: conversation.id });
    socket.disconnect();
    expect(sent).toMatchObject({ ok: false, error: { code: 'rate_limited', message } });
  });

  test('a flooding socket is disconnected', {
    tags: ['event-flood'],
  }, async () => {
    const person = await join('flooder');
    const [flood, calm] = [person.connect(), person.connect()];
    await Promise.all(
      [flood, calm].map((one) => new Promise<void>((resolve) => one.once('unread', () => resolve()))),
    );
    const cut = new Promise((resolve) => flood.once('disconnect', resolve));
    // The types do not allow this event name.
    const emit = flood.emit.bind(flood) as (name: string) => void;
    for (let i = 0; i < 500; i += 1) emit('nonsense');
    expect(await cut).toBe('io server disconnect');
    expect(await calm.emitWithAck('sync', { conversations: {} })).toMatchObject({ ok: true });
    calm.disconnect();
  });

  test('a known path lists its allowed methods', { tags: ['not-found'] }, async () => {
    const { request } = await join('prober');
    const refused = await request('DELETE', '/api/messages');
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('POST');
    expect(await refused.json()).toMatchObject({ code: 'method_not_allowed' });
    expect((await request('PATCH', '/api/nothing')).status).toBe(404);
  });

  test('a visitor may make 300 read requests a minute', { tags: ['request-limit'] }, async () => {
    const read = () => fetch(`${server.url}/api/listings?limit=1`);
    const responses = await Promise.all(Array.from({ length: 330 }, async () => (await read()).status));
    expect(responses.filter((status) => status === 200).length).toBeLessThanOrEqual(300);
    expect(new Set(responses)).toEqual(new Set([200, 429]));
    // Feed and sitemap count towards the same budget.
    for (const path of ['/feed.xml', '/sitemap.xml', '/sitemap/listings.xml']) {
      expect((await fetch(server.url + path)).status).toBe(429);
    }
    expect((await fetch(`${server.url}/robots.txt`)).status).toBe(200);
  });
});
