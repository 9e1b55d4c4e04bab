import { type Client, createClient } from '@selvedge/shared/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../server/src/db/database.ts';
import { connectChecked } from '../support/contract/traffic.ts';
import { startConversation } from '../support/people/conversation.ts';
import { startLiveServer } from '../support/servers/live-server.ts';

let db: Database;
let live: Awaited<ReturnType<typeof startLiveServer>>;
let conversation: Awaited<ReturnType<typeof startConversation>>;
const clients: Client[] = [];

beforeEach(async () => {
  live = await startLiveServer();
  db = live.db;
  conversation = await startConversation(db);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await live.close();
});

/** A token with the provider's shape, as far as a client reads it. */
const tokenUntil = (end: Date) =>
  `x.${Buffer.from(JSON.stringify({ exp: Math.floor(end.getTime() / 1000) })).toString('base64url')}.x`;

function open(accessToken: (renewals: { anew: boolean }) => Promise<string | null>) {
  const events: string[] = [];
  const client = createClient({
    url: live.url,
    open: (url, options) => connectChecked(url, options),
    accessToken,
    connected: () => events.push('connected'),
    lost: () => events.push('lost'),
    ended: (reason) => events.push(reason),
  });
  clients.push(client);
  return { client, events };
}

test('a client sends requests, gets typed responses, and receives events', async () => {
  live.tokens.set('buyer', conversation.buyer);
  const { client } = open(async () => 'buyer');
  const counts: number[] = [];
  client.on('unread', ({ count }) => counts.push(count));
  await vi.waitFor(() => expect(counts).toEqual([0]));
  await conversation.send(conversation.buyer, 'Is it there?');
  await conversation.send(conversation.seller, 'Still there.');
  const ack = await client.request('sync', { conversations: { [conversation.id]: 0 } });
  expect(ack.ok && ack.messages.map(({ content }) => content)).toEqual(['Is it there?', 'Still there.']);
});

test('an offline client rejects requests at once, and resumes after a lost connection', async () => {
  live.tokens.set('buyer', conversation.buyer);
  const { client, events } = open(async () => 'buyer');
  await expect(client.request('sync', { conversations: {} })).rejects.toThrow('not connected');
  await client.whenConnected();
  client.pause();
  await expect(client.request('sync', { conversations: {} })).rejects.toThrow('not connected');
  client.resume();
  await client.whenConnected();
  expect(events).toEqual(['connected', 'lost', 'connected']);
});

test('a token about to expire is replaced on the open socket', async () => {
  const [first, second] = [tokenUntil(new Date(Date.now() + 30_000)), 'second'];
  live.tokens.set(first, { ...conversation.buyer, expiresAt: new Date(Date.now() + 30_000) });
  const renewed = Promise.withResolvers<void>();
  const renewals: boolean[] = [];
  const { client, events } = open(async ({ anew }) => {
    renewals.push(anew);
    if (renewals.length === 1) return first;
    live.tokens.set(second, { ...conversation.buyer, expiresAt: new Date(Date.now() + 900_000) });
    renewed.resolve();
    return second;
  });
  await renewed.promise;
  await client.whenConnected();
  expect(await client.request('sync', { conversations: {} })).toMatchObject({ ok: true });
  expect([renewals, events]).toEqual([[false, false], ['connected']]);
});

test('a refused token is renewed, and a valid new one connects', async () => {
  live.tokens.set('good', conversation.buyer);
  const renewals: boolean[] = [];
  const { client, events } = open(async ({ anew }) => {
    renewals.push(anew);
    return anew ? 'good' : 'stale';
  });
  await client.whenConnected();
  expect([renewals, events]).toEqual([[false, true], ['connected']]);
});

test('a client without a valid token reports it once and stops retrying', async () => {
  const { client, events } = open(async ({ anew }) => (anew ? null : 'stale'));
  await expect(client.whenConnected()).rejects.toThrow('unauthorized');
  await expect(client.whenConnected()).rejects.toThrow('unauthorized');
  expect(events).toEqual(['unauthorized']);
});

test('a session ended elsewhere is reported with its reason, and an expired token is replaced', async () => {
  live.tokens.set('seller', conversation.seller);
  const seller = open(async () => 'seller');
  await seller.client.whenConnected();
  live.endSession(conversation.seller.sessionId);
  await vi.waitFor(() => expect(seller.events).toContain('signed_out'));
  await expect(seller.client.whenConnected()).rejects.toThrow('signed_out');

  // The 30 seconds of grace are almost over.
  live.tokens.set('old', { ...conversation.buyer, expiresAt: new Date(Date.now() - 29_500) });
  live.tokens.set('new', conversation.buyer);
  const buyer = open(async ({ anew }) => (anew ? 'new' : 'old'));
  await vi.waitFor(() => expect(buyer.events).toEqual(['connected', 'lost', 'connected']), 10_000);
});
