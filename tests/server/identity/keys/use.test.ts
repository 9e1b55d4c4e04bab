import type { ApiKey } from '@selvedge/shared/identity/api-keys';
import { expect, test } from 'vitest';
import { isConnected } from '../../../../server/src/conversations/public.ts';
import { apiKeysPart } from '../../../../server/src/identity/keys/personal-data.ts';
import { watchExpiry } from '../../../../server/src/identity/keys/watch-expiry.ts';
import { settle } from '../../../support/clients/socket.ts';
import { readRows } from '../../../support/data/rows.ts';
import { addApiKey } from '../../../support/people/api-keys.ts';
import { startConversation } from '../../../support/people/conversation.ts';
import { addListing } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type WorldOptions } from '../../../support/world.ts';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);

describeOnBothEngines('an API key', ({ engine }) => {
  async function open(options: WorldOptions = {}) {
    const world = await openWorld({ engine, ...options });
    const marlow = await world.join('marlow');
    const list = async () =>
      (await (await world.call('GET', '/api/keys', { as: marlow })).json()) as ApiKey[];
    const warnings = async () =>
      (await world.mailsTo(marlow.email)).filter((mail) => mail.includes('An API key expires soon'));
    return { world, marlow, list, warnings };
  }

  test('shows its last use', async () => {
    const { world, marlow, list } = await open({ env: { TRUST_PROXY: 'true' } });
    const { key } = await addApiKey(world.db, marlow);
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    expect((await world.call('GET', '/api/deals', { token: key, headers })).status).toBe(200);
    const today = new Date().toISOString().slice(0, 10);
    expect(await list()).toMatchObject([{ lastUse: { day: today, network: '203.0.113.0/24' } }]);
  });

  test('shows a use by a socket', async () => {
    const { world, marlow, list } = await open();
    const { key } = await addApiKey(world.db, marlow);
    const socket = await world.connect({ token: key });
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
    expect((await list())[0]?.lastUse?.network).toMatch(/^127\.0\.0\.0\/24$|::\/48$/);
  });

  test('has a budget of its own', { tags: ['api-keys', 'budgets'] }, async () => {
    const { world, marlow } = await open({ env: { RATE_LIMITS: 'on' } });
    const [busy, calm] = [await addApiKey(world.db, marlow), await addApiKey(world.db, marlow)];
    for (let n = 0; n < 300; n += 1) await world.product.limits.take('callsOfKey', busy.id);
    const status = async (token: string) => (await world.call('GET', '/api/deals', { token })).status;
    expect([await status(busy.key), await status(calm.key)]).toEqual([429, 200]);
    expect((await world.call('GET', '/api/deals', { as: marlow })).status).toBe(200);
  });

  test('spends the budget of its owner, too', { tags: ['api-keys', 'budgets'] }, async () => {
    const { world, marlow } = await open({ env: { RATE_LIMITS: 'on' } });
    const { key } = await addApiKey(world.db, marlow);
    for (let n = 0; n < 600; n += 1) await world.product.limits.take('callsOfMember', marlow.id);
    expect((await world.call('GET', '/api/deals', { token: key })).status).toBe(429);
  });

  test('hears the events within its scopes', { tags: ['api-key-scopes'] }, async () => {
    const { world } = await open();
    const { seller, buyer, send } = await startConversation(world);
    const heard: Record<string, string[]> = { read: [], chat: [] };
    const sockets = [];
    for (const scope of ['read', 'chat'] as const) {
      const { key } = await addApiKey(world.db, seller, { scopes: [scope] });
      const socket = await world.connect({ token: key });
      socket.onAny((event: string) => heard[scope]?.push(event));
      await socket.emitWithAck('session:renew', { token: 'none' });
      sockets.push(socket);
    }
    await send(buyer, 'Is it still available?');
    const listingId = await addListing(world.db, buyer.id);
    await world.call('PATCH', `/api/listings/${listingId}/price`, { as: buyer, json: { price: '300' } });
    await expect.poll(() => heard.read).toContain('listing:changed');
    await settle(world, sockets[0] as never);
    expect(heard.chat).toContain('message:new');
    expect(heard.chat?.filter((event) => /^(listing|person)/.test(event))).toEqual([]);
    expect(heard.read?.filter((event) => !/^(listing|person)/.test(event))).toEqual([]);
  });

  test('does not make its owner present', async () => {
    const { world, marlow } = await open();
    const { key } = await addApiKey(world.db, marlow);
    const socket = await world.connect({ token: key });
    await socket.emitWithAck('session:renew', { token: 'none' });
    expect(await isConnected(world.product.ctx, marlow.id)).toBe(false);
  });

  test('is mailed a week before it expires', async () => {
    const { world, marlow, warnings } = await open();
    for (const days of [6, 8]) await addApiKey(world.db, marlow, { expiresAt: inDays(days) });
    for (let n = 0; n < 2; n += 1) await watchExpiry(world.product.ctx);
    expect(await warnings()).toHaveLength(1);
    expect((await warnings())[0]).toContain(
      inDays(6).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' }),
    );
    await watchExpiry(world.product.ctx, inDays(2));
    expect(await warnings()).toHaveLength(2);
  });

  test('is listed for a month after its expiry', async () => {
    const { world, marlow, list } = await open();
    await addApiKey(world.db, marlow, { name: 'old', expiresAt: inDays(-29) });
    await addApiKey(world.db, marlow, { name: 'older', expiresAt: inDays(-31) });
    await watchExpiry(world.product.ctx);
    expect((await list()).map(({ name }) => name)).toEqual(['old']);
  });

  test('is exported without its hash', { tags: ['personal-data'] }, async () => {
    const { world, marlow } = await open();
    const { key } = await addApiKey(world.db, marlow);
    const [row] = await readRows(world.db, 'apiKeys');
    let text = '';
    for await (const { content } of apiKeysPart(world.product.ctx).files(marlow.id))
      for await (const chunk of content) text += String(chunk);
    expect(JSON.parse(text)).toMatchObject([{ name: 'Bot', scopes: ['read', 'items', 'chat', 'webhooks'] }]);
    expect([text.includes(row?.hash ?? ''), text.includes(key)]).toEqual([false, false]);
  });

  test('works while the feature is on alone', async () => {
    const { world, marlow } = await open();
    const { key } = await addApiKey(world.db, marlow);
    const socket = await world.connect({ token: key });
    const ended = new Promise((resolve) => socket.once('session:ended', resolve));
    await socket.emitWithAck('session:renew', { token: 'none' });
    await world.set({ features: { apiKeys: false } });
    expect((await world.call('GET', '/api/deals', { token: key })).status).toBe(401);
    expect((await world.call('GET', '/api/keys', { as: marlow })).status).toBe(404);
    expect(await ended).toEqual({ reason: 'revoked' });
  });
});
