import type { DiscordChannel } from '@selvedge/shared/notifications/discord';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { next } from '../support/clients/socket.ts';
import { listingOf } from '../support/data/listing-form.ts';
import { readRows } from '../support/data/rows.ts';
import { startDiscordChannels } from '../support/peers/discord-channels.ts';
import { startWebhookPeer } from '../support/peers/webhook-peer.ts';
import type { Member } from '../support/people/accounts.ts';
import { addApiKey } from '../support/people/api-keys.ts';
import { uniqueName } from '../support/people/conversation.ts';
import { addUpload } from '../support/people/market.ts';
import { nodesUnavailable, startTwoNodes, type TwoNodes } from '../support/servers/nodes.ts';
import type { World } from '../support/world.ts';

const SETTLE_MS = 1_500;

describe.skipIf(nodesUnavailable !== null)('two nodes on one Redis', () => {
  let nodes: TwoNodes;
  let hooks: Awaited<ReturnType<typeof startWebhookPeer>>;
  let discord: Awaited<ReturnType<typeof startDiscordChannels>>;
  beforeAll(async () => {
    hooks = await startWebhookPeer();
    discord = await startDiscordChannels();
    nodes = await startTwoNodes({ WEBHOOK_ALLOW: '127.0.0.0/8', DISCORD_BASE_URL: discord.url });
  });
  afterAll(async () => {
    await nodes.close();
    await hooks.close();
    await discord.close();
  });

  async function call<T>(node: World, as: Member, method: string, path: string, json?: object): Promise<T> {
    const response = await node.call(method, path, { token: await as.token(), ...(json && { json }) });
    if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }
  const join = (node: World) => node.join(uniqueName('member'), { isProven: true });
  async function list(node: World, seller: Member): Promise<string> {
    const form = listingOf([await addUpload(node.db, seller.id)]);
    return (await call<{ id: string }>(node, seller, 'POST', '/api/listings', form)).id;
  }
  const atOnce = async (count: number, seller: Member) =>
    Promise.all(Array.from({ length: count }, (_, i) => list(i % 2 ? nodes.one : nodes.other, seller)));
  const settled = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

  test('send each event once', async () => {
    const seller = await join(nodes.one);
    const events = ['listing.created', 'listing.sold'];
    await call(nodes.other, seller, 'POST', '/api/webhooks', { url: `${hooks.url}/a`, events });
    const ids = await atOnce(20, seller);
    await Promise.all(
      ids.map((id, i) => call(i % 3 ? nodes.one : nodes.other, seller, 'PATCH', `/api/listings/${id}/sold`)),
    );
    await expect.poll(() => hooks.typesAt('/a').length, { timeout: 20_000 }).toBeGreaterThanOrEqual(40);
    await settled();
    expect(hooks.received.map(({ id }) => id).toSorted()).toEqual(
      (await readRows(nodes.one.db, 'webhookDeliveries')).map(({ id }) => id).toSorted(),
    );
    const typesOf = (subject: string) =>
      hooks.received.filter(({ data }) => data.id === subject).map(({ type }) => type);
    expect(ids.map(typesOf)).toEqual(ids.map(() => events));
  });

  test('post each item at Discord once', async () => {
    const admin = await join(nodes.one);
    await nodes.one.appoint(admin);
    const seller = await join(nodes.other);
    await call<DiscordChannel>(nodes.one, admin, 'POST', '/api/discord-channels', {
      ...{ name: 'All', url: discord.addressOf('all'), isInstance: true },
    });
    const ids = await atOnce(8, seller);
    await expect.poll(() => discord.postsOf('all').length, { timeout: 20_000 }).toBeGreaterThanOrEqual(8);
    await settled();
    expect(discord.postsOf('all').map(({ url }) => url.split('/').at(-1))).toEqual(
      expect.arrayContaining(ids),
    );
    expect(discord.methodsOf('all')).toEqual(Array(8).fill('POST'));
  });

  describe.each(['up', 'down'] as const)('while Redis is %s', (redis) => {
    beforeAll(async () => {
      if (redis === 'down') await nodes.redis.kill();
    });

    test('close the sockets of a revoked key within a second', { tags: ['api-keys'] }, async () => {
      const member = await join(nodes.one);
      const { id, key } = await addApiKey(nodes.one.db, member);
      const socket = await nodes.other.connect({ token: key });
      await socket.emitWithAck('session:renew', { token: 'none' });
      const [ended, closed] = [next(socket, 'session:ended'), next(socket, 'disconnect')];
      await call(nodes.one, member, 'DELETE', `/api/keys/${id}`);
      const revokedAt = performance.now();
      expect(await ended).toEqual({ reason: 'revoked' });
      await closed;
      expect(performance.now() - revokedAt).toBeLessThan(1_000);
      expect((await nodes.other.call('GET', '/api/deals', { token: key })).status).toBe(401);
    });
  });
});
