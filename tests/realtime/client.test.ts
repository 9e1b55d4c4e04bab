import { type Client, createClient } from '@selvedge/shared/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../server/src/db/database.ts';
import { connectWatched } from '../support/contract/traffic.ts';
import { startTalk } from '../support/people/talk.ts';
import { startLiveServer } from '../support/servers/live-server.ts';

let db: Database;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let talk: Awaited<ReturnType<typeof startTalk>>;
const clients: Client[] = [];

beforeEach(async () => {
  live = await startLiveServer();
  db = live.db;
  talk = await startTalk(db);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await live.close();
});

/** A token as the provider makes them, as far as a client reads it. */
const tokenUntil = (end: Date) =>
  `x.${Buffer.from(JSON.stringify({ exp: Math.floor(end.getTime() / 1000) })).toString('base64url')}.x`;

function open(accessToken: (asked: { anew: boolean }) => Promise<string | null>) {
  const happened: string[] = [];
  const client = createClient({
    url: live.url,
    open: (url, options) => connectWatched(url, options),
    accessToken,
    connected: () => happened.push('connected'),
    lost: () => happened.push('lost'),
    ended: (reason) => happened.push(reason),
  });
  clients.push(client);
  return { client, happened };
}

test('a client asks, is answered by the types of the contract, and hears events', async () => {
  live.tokens.set('buyer', talk.buyer);
  const { client } = open(async () => 'buyer');
  const counts: number[] = [];
  client.on('unread', ({ count }) => counts.push(count));
  await vi.waitFor(() => expect(counts).toEqual([0]));
  await talk.say(talk.buyer, 'Is it there?');
  await talk.say(talk.seller, 'Still there.');
  const answer = await client.request('sync', { conversations: { [talk.id]: 0 } });
  expect(answer.ok && answer.messages.map(({ content }) => content)).toEqual([
    'Is it there?',
    'Still there.',
  ]);
});

test('without a connection a request is refused at once, and a lost one comes back', async () => {
  live.tokens.set('buyer', talk.buyer);
  const { client, happened } = open(async () => 'buyer');
  await expect(client.request('sync', { conversations: {} })).rejects.toThrow('not connected');
  await client.whenConnected();
  client.pause();
  await expect(client.request('sync', { conversations: {} })).rejects.toThrow('not connected');
  client.resume();
  await client.whenConnected();
  expect(happened).toEqual(['connected', 'lost', 'connected']);
});

test('a token that is about to end is replaced on the open socket', async () => {
  const [first, second] = [tokenUntil(new Date(Date.now() + 30_000)), 'second'];
  live.tokens.set(first, { ...talk.buyer, expiresAt: new Date(Date.now() + 30_000) });
  const renewed = Promise.withResolvers<void>();
  const asked: boolean[] = [];
  const { client, happened } = open(async ({ anew }) => {
    asked.push(anew);
    if (asked.length === 1) return first;
    live.tokens.set(second, { ...talk.buyer, expiresAt: new Date(Date.now() + 900_000) });
    renewed.resolve();
    return second;
  });
  await renewed.promise;
  await client.whenConnected();
  expect(await client.request('sync', { conversations: {} })).toMatchObject({ ok: true });
  expect([asked, happened]).toEqual([[false, false], ['connected']]);
});

test('a refused token is asked for anew, and taken when there is a better one', async () => {
  live.tokens.set('good', talk.buyer);
  const asked: boolean[] = [];
  const { client, happened } = open(async ({ anew }) => {
    asked.push(anew);
    return anew ? 'good' : 'stale';
  });
  await client.whenConnected();
  expect([asked, happened]).toEqual([[false, true], ['connected']]);
});

test('who has no token that the server takes is told once, and asks no more', async () => {
  const { client, happened } = open(async ({ anew }) => (anew ? null : 'stale'));
  await expect(client.whenConnected()).rejects.toThrow('unauthorized');
  await expect(client.whenConnected()).rejects.toThrow('unauthorized');
  expect(happened).toEqual(['unauthorized']);
});

test('a session that ends elsewhere is told with its reason; an expired one goes on with a newer token', async () => {
  live.tokens.set('seller', talk.seller);
  const seller = open(async () => 'seller');
  await seller.client.whenConnected();
  live.endSession(talk.seller.sessionId);
  await vi.waitFor(() => expect(seller.happened).toContain('signed_out'));
  await expect(seller.client.whenConnected()).rejects.toThrow('signed_out');

  // Half a minute of grace has passed but for a moment.
  live.tokens.set('old', { ...talk.buyer, expiresAt: new Date(Date.now() - 29_500) });
  live.tokens.set('new', talk.buyer);
  const buyer = open(async ({ anew }) => (anew ? 'new' : 'old'));
  await vi.waitFor(() => expect(buyer.happened).toEqual(['connected', 'lost', 'connected']), 10_000);
});
