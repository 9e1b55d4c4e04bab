import { type Client, createClient } from '@selvedge/shared/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expiryOf } from '../support/clients/socket.ts';
import { connectChecked } from '../support/contract/traffic.ts';
import type { Member } from '../support/people/accounts.ts';
import { startConversation, uniqueName } from '../support/people/conversation.ts';
import { worldForAll } from '../support/world.ts';

const world = worldForAll();
let buyer: Member;
const clients: Client[] = [];

beforeEach(async () => {
  buyer = await world.join(uniqueName('odile'));
});
afterEach(() => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.close();
});

/** A new access token of a member's session. */
async function refreshed({ session }: Member): Promise<string> {
  const { data, error } = await world.client().refreshSession(session);
  if (!data.session) throw error;
  return data.session.access_token;
}

function open(accessToken: (renewals: { anew: boolean }) => Promise<string | null>) {
  const events: string[] = [];
  const client = createClient({
    url: world.url,
    open: (url, options) => connectChecked(url, options),
    accessToken,
    connected: () => events.push('connected'),
    lost: () => events.push('lost'),
    ended: (reason) => events.push(reason),
  });
  clients.push(client);
  return { client, events };
}

test('a client gets typed responses to its requests', async () => {
  const conversation = await startConversation(world, [await world.join(uniqueName('marlow')), buyer]);
  const { client } = open(buyer.token);
  const counts: number[] = [];
  client.on('unread', ({ count }) => counts.push(count));
  await vi.waitFor(() => expect(counts).toEqual([0]));
  await conversation.send(buyer, 'Is it there?');
  await conversation.send(conversation.seller, 'Still there.');
  const ack = await client.request('sync', { conversations: { [conversation.id]: 0 } });
  expect(ack.ok && ack.messages.map(({ content }) => content)).toEqual(['Is it there?', 'Still there.']);
});

test('an offline client rejects requests at once', async () => {
  const { client, events } = open(buyer.token);
  await expect(client.request('sync', { conversations: {} })).rejects.toThrow('not connected');
  await client.whenConnected();
  client.pause();
  await expect(client.request('sync', { conversations: {} })).rejects.toThrow('not connected');
  client.resume();
  await client.whenConnected();
  expect(events).toEqual(['connected', 'lost', 'connected']);
});

test('a token about to expire is replaced', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const first = await buyer.token();
  vi.setSystemTime(Date.now() + 880_000);
  const renewed = Promise.withResolvers<void>();
  const renewals: boolean[] = [];
  const { client, events } = open(async ({ anew }) => {
    renewals.push(anew);
    if (renewals.length === 1) return first;
    const second = await refreshed(buyer);
    renewed.resolve();
    return second;
  });
  await renewed.promise;
  await client.whenConnected();
  expect(await client.request('sync', { conversations: {} })).toMatchObject({ ok: true });
  expect([renewals, events]).toEqual([[false, false], ['connected']]);
});

test('a refused token is renewed', async () => {
  const renewals: boolean[] = [];
  const { client, events } = open(async ({ anew }) => {
    renewals.push(anew);
    return anew ? buyer.token() : 'stale';
  });
  await client.whenConnected();
  expect([renewals, events]).toEqual([[false, true], ['connected']]);
});

test('a client without a valid token stops retrying', async () => {
  const { client, events } = open(async ({ anew }) => (anew ? null : 'stale'));
  await expect(client.whenConnected()).rejects.toThrow('unauthorized');
  await expect(client.whenConnected()).rejects.toThrow('unauthorized');
  expect(events).toEqual(['unauthorized']);
});

test('a session ended elsewhere is reported with its reason', async () => {
  const { client, events } = open(buyer.token);
  await client.whenConnected();
  await world.call('POST', '/auth/v1/logout', { as: buyer });
  await vi.waitFor(() => expect(events).toContain('signed_out'));
  await expect(client.whenConnected()).rejects.toThrow('signed_out');
});

test('an expired token is replaced', async () => {
  const { client, events } = open(({ anew }) => (anew ? refreshed(buyer) : buyer.token()));
  const expire = await expiryOf(() => client.whenConnected());
  expire();
  await vi.waitFor(() => expect(events).toEqual(['connected', 'lost', 'connected']));
});
