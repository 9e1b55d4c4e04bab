import { connect as connectTo } from 'node:net';
import { events, type PublicEventName } from '@selvedge/shared/platform/realtime';
import { describe, expect, test } from 'vitest';
import { createVisitors } from '../../server/src/platform/realtime/visitor-streams.ts';
import { joinWorld } from '../support/people/account.ts';
import { startWorld, worldForAll } from '../support/world.ts';

interface StreamEvent {
  event: PublicEventName;
  payload: Record<string, unknown>;
}

/** Yields the events of a stream, each checked against its schema; comments and settings are skipped. */
async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let text = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (!name || !data) continue;
      const event = name as PublicEventName;
      const payload = JSON.parse(data);
      expect(events[event].parse(payload)).toEqual(payload);
      yield { event, payload };
    }
  }
}

describe('a visitor', () => {
  const server = worldForAll();

  async function listen(query = '') {
    const leaving = new AbortController();
    const headers = { 'accept-encoding': 'gzip' };
    const response = await fetch(`${server.url}/api/live${query}`, { headers, signal: leaving.signal });
    expect(response.status).toBe(200);
    const events = eventsOf(response.body as ReadableStream<Uint8Array>);
    return { response, next: async () => (await events.next()).value, leave: () => leaving.abort() };
  }

  test('receives every change of the market', async () => {
    const { response, next, leave } = await listen();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('content-encoding')).toBeNull();

    const seller = await joinWorld(server, 'seller');
    const { id, seller: shown } = await seller.list();
    expect(await next()).toMatchObject({ event: 'listing:new', payload: { listing: { id, seller: shown } } });
    await seller.call('PATCH', `/api/listings/${id}/price`, { price: '300' });
    expect(await next()).toMatchObject({
      event: 'listing:changed',
      payload: { listing: { price: '300.00' } },
    });
    await seller.call('PATCH', `/api/listings/${id}/sold`);
    expect(await next()).toMatchObject({ event: 'listing:changed', payload: { listing: { isSold: true } } });
    await seller.request('DELETE', `/api/listings/${id}`);
    expect(await next()).toEqual({ event: 'listing:removed', payload: { id } });
    const wanted = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
    const wtb = await seller.call<{ id: string }>('POST', '/api/wtb-listings', wanted);
    expect(await next()).toEqual({ event: 'wtb:new', payload: { wtb } });
    leave();

    const late = await listen('?age=60000');
    expect((await late.next())?.event).toBe('listing:new');
    expect((await late.next())?.payload).toMatchObject({ listing: { price: '300.00' } });
    late.leave();
    const refused = await fetch(`${server.url}/api/live?age=60001`);
    expect(refused.status).toBe(400);
  });

  test('receives no event addressed to a member', async () => {
    const { next, leave } = await listen();
    const [seller, buyer] = [await joinWorld(server, 'seller'), await joinWorld(server, 'buyer')];
    const listing = await seller.list();
    expect((await next())?.event).toBe('listing:new');
    const conversation = await buyer.call<{ id: string }>('POST', '/api/conversations', {
      sellerId: seller.id,
      listingId: listing.id,
      isWTB: false,
    });
    await buyer.call('POST', '/api/messages', {
      clientId: crypto.randomUUID(),
      conversationId: conversation.id,
      type: 'text',
      content: 'Hello',
    });
    await seller.request('PUT', `/api/blocks/${buyer.id}`);
    await seller.request('DELETE', `/api/listings/${listing.id}`);
    // No event for the message, its count or the block came in between.
    expect(await next()).toEqual({ event: 'listing:removed', payload: { id: listing.id } });
    leave();
  });

  test('may have twenty pages open', async () => {
    for (let i = 0; i < 30; i += 1) {
      expect((await fetch(`${server.url}/api/live`, { method: 'HEAD' })).status).toBe(200);
    }
    const open = await Promise.all(Array.from({ length: 20 }, () => listen()));
    const refused = await fetch(`${server.url}/api/live`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    open[0]?.leave();
    await expect.poll(async () => (await listen()).response.status).toBe(200);
    for (const one of open) one.leave();
  });
});

test('a stopping server ends the streams at once', async () => {
  const server = await startWorld();
  // One client reads to the end, and one has stopped reading.
  const reading = (await fetch(`${server.url}/api/live`)).text();
  const idle = connectTo(Number(new URL(server.url).port), 'localhost');
  idle.write('GET /api/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await new Promise((resolve) => idle.once('data', resolve));
  await server.close();
  expect(await reading).toMatch(/^retry: \d+\n\n$/);
  idle.destroy();
});

test('a stream whose reader is slow is closed', async () => {
  const visitors = createVisitors();
  const slow = visitors.open('one', 0).getReader();
  const quick = eventsOf(visitors.open('two', 0));
  const id = crypto.randomUUID();
  for (let count = 0; count < 2_000; count += 1) {
    visitors.send('listing:removed', { id });
    expect(await quick.next()).toEqual({ done: false, value: { event: 'listing:removed', payload: { id } } });
  }
  await expect(slow.read()).rejects.toThrow('the reader is too slow');
  // The slot of the closed stream is free again.
  for (let opened = 0; opened < 20; opened += 1) visitors.open('one', 0);
  expect(() => visitors.open('one', 0)).toThrow('Too many pages are open.');
  visitors.close();
  expect((await quick.next()).done).toBe(true);
});
