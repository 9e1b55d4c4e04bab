import { randomUUID } from 'node:crypto';
import type { DiscordChannel } from '@selvedge/shared/notifications/discord';
import type { Problem } from '@selvedge/shared/platform/errors';
import { expect, onTestFinished, test } from 'vitest';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { listingOf } from '../../support/data/listing-form.ts';
import { readRows } from '../../support/data/rows.ts';
import { BUSY_SECONDS, startDiscordChannels } from '../../support/peers/discord-channels.ts';
import { addApiKey } from '../../support/people/api-keys.ts';
import { addUpload } from '../../support/people/market.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { openSearcher } from '../../support/people/searcher.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';
import { openWorld } from '../../support/world.ts';

describeOnBothEngines('a Discord channel', ({ engine }) => {
  const open = async (times = { settle: 100, pause: 200 }) => {
    const discord = await startDiscordChannels();
    onTestFinished(discord.close);
    const env = { DISCORD_BASE_URL: discord.url };
    const world = await openWorld({ engine, env, times: { discord: times } });
    const [admin, seller, buyer] = [
      await world.appoint(await world.join('admin')),
      await world.join('marlow'),
      await world.join('odile'),
    ];
    async function answer<T>(as: Actor, method: string, path: string, json?: unknown): Promise<T> {
      const response = await world.call(method, path, { as, json });
      if (!response.ok) throw new Error(`answered ${response.status}: ${await response.text()}`);
      return (response.status === 204 ? undefined : await response.json()) as T;
    }
    return {
      ...{ discord, world, admin, seller, buyer, answer },
      add: (name: string, filters: object = {}, as: Actor = admin) =>
        answer<DiscordChannel>(as, 'POST', '/api/discord-channels', {
          ...{ name, url: discord.addressOf(name), isInstance: as === admin, ...filters },
        }),
      async list(changes: object = {}): Promise<string> {
        const form = listingOf([await addUpload(world.db, seller.id)], { title: 'Ring coat', ...changes });
        return (await answer<{ id: string }>(seller, 'POST', '/api/listings', form)).id;
      },
      posts: (name: string, count: number) =>
        expect.poll(() => discord.postsOf(name).length, { timeout: 25_000, interval: 10 }).toBe(count),
      title: (name: string) =>
        expect.poll(() => discord.postsOf(name)[0]?.title, { timeout: 10_000, interval: 10 }),
    };
  };

  test('shows a listing from its creation to its removal', async () => {
    const { add, list, posts, title, discord, answer, seller } = await open();
    await list();
    await add('all');
    const id = await list();
    await posts('all', 1);
    const [post] = discord.postsOf('all');
    expect(post).toMatchObject({
      title: 'Kapital · Ring coat',
      url: expect.stringContaining(`/listing/${id}`),
    });
    expect(post?.fields.map(({ value }) => value)).toEqual(['$365', 'L', 'marlow']);
    expect(post?.image?.url).toMatch(/^http:.*\/media\//);
    await answer(seller, 'PATCH', `/api/listings/${id}/discount`, { newPrice: '300' });
    await expect
      .poll(() => discord.postsOf('all')[0]?.fields[0]?.value, { timeout: 5_000 })
      .toBe('~~$365~~ $300');
    await answer(seller, 'PATCH', `/api/listings/${id}/sold`);
    await title('all').toBe('SOLD · Kapital · Ring coat');
    expect(discord.postsOf('all')[0]?.fields[0]?.value).toBe('~~$300~~');
    await answer(seller, 'DELETE', `/api/listings/${id}`);
    await posts('all', 0);
    expect([...discord.mentions]).toEqual(['{"parse":[]}']);
  });

  test('gets what its filters let through', async () => {
    const { add, list, posts, answer, buyer } = await open();
    await add('cheap', { maxPrice: '300', kind: 'listing' });
    await add('visvim', { brand: 'visvim' });
    await add('shoes', { category: 'Footwear' });
    await add('wanted', { kind: 'wanted' });
    await add('all');
    await list({ price: '365' });
    await list({ price: '200', brand: 'Visvim', category: 'Footwear' });
    const wanted = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
    await answer(buyer, 'POST', '/api/wtb-listings', wanted);
    await posts('all', 3);
    for (const name of ['cheap', 'visvim', 'shoes', 'wanted']) await posts(name, 1);
  });

  test('gets what its changed filters let through', async () => {
    const { add, list, posts, answer, admin, world, seller } = await open();
    const { id } = await add('edited', { maxPrice: '300', brand: 'visvim' });
    await add('all');
    await list({ price: '365' });
    const path = `/api/discord-channels/${id}`;
    const filters = { kind: 'listing', brand: null, category: 'Footwear', maxPrice: '400' };
    expect(await answer(admin, 'PATCH', path, filters)).toMatchObject({
      ...{ ...filters, id, name: 'edited', maxPrice: '400.00', isInstance: true },
    });
    await list({ price: '365', category: 'Footwear' });
    await posts('edited', 1);
    await posts('all', 2);
    expect(await answer(admin, 'PATCH', path, { name: 'Shoes' })).toMatchObject({
      ...{ name: 'Shoes', category: 'Footwear', maxPrice: '400.00' },
    });
    expect((await world.call('PATCH', path, { as: seller, json: { name: 'Mine' } })).status).toBe(404);
  });

  test('gets ten changes at once as one edit', async () => {
    const { add, list, posts, answer, seller, discord } = await open({ settle: 4_000, pause: 4_000 });
    await add('all');
    const id = await list();
    await posts('all', 1);
    for (let i = 1; i <= 10; i += 1)
      await answer(seller, 'PATCH', `/api/listings/${id}/price`, { price: String(300 + i) });
    await expect.poll(() => discord.postsOf('all')[0]?.fields[0]?.value, { timeout: 15_000 }).toBe('$310');
    expect(discord.methodsOf('all')).toEqual(['POST', 'PATCH']);
  });

  test('catches up after an outage', async () => {
    const { add, list, posts, discord, answer, seller, world } = await open();
    await add('all');
    discord.set('off');
    const ids = [await list(), await list()];
    await answer(seller, 'PATCH', `/api/listings/${ids[0]}/sold`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await readRows(world.db, 'queueFailures')).toContainEqual(
      expect.objectContaining({ queue: 'discord' }),
    );
    discord.set('on');
    await posts('all', 2);
    expect(
      discord
        .postsOf('all')
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual([...['Kapital · Ring coat', 'SOLD · Kapital · Ring coat']]);
  });

  test('waits as long as Discord asks', async () => {
    const { add, list, posts, discord, world } = await open();
    await add('all');
    discord.set('busy');
    const startedAt = performance.now();
    await list();
    await posts('all', 1);
    expect(performance.now() - startedAt).toBeGreaterThan(BUSY_SECONDS * 1_000);
    // What Discord asks for is no failure.
    expect(await readRows(world.db, 'queueFailures')).toEqual([]);
  });

  test('shows that an item is on hold', async () => {
    const { add, list, title, answer, seller, buyer } = await open();
    await add('all');
    const listingId = await list();
    await title('all').toBe('Kapital · Ring coat');
    const about = { sellerId: seller.id, listingId, isWTB: false };
    const { id: conversationId } = await answer<{ id: string }>(buyer, 'POST', '/api/conversations', about);
    const message = { conversationId, content: 'Hold it?', type: 'text', clientId: randomUUID() };
    await answer(buyer, 'POST', '/api/messages', message);
    await answer(seller, 'POST', `/api/listings/${listingId}/hold`, { conversationId, hours: 24 });
    await title('all').toBe('ON HOLD · Kapital · Ring coat');
    await answer(seller, 'DELETE', `/api/listings/${listingId}/hold`);
    await title('all').toBe('Kapital · Ring coat');
  });

  test('shows that a WTB is found', async () => {
    const { add, title, answer, buyer, discord } = await open();
    await add('all');
    const form = { title: 'Ring coat', brand: 'Kapital', size: '3', maxPrice: '900' };
    const { id } = await answer<{ id: string }>(buyer, 'POST', '/api/wtb-listings', form);
    await title('all').toBe('WTB · Kapital · Ring coat');
    expect(discord.postsOf('all')[0]?.fields.map(({ value }) => value)).toEqual(['$900', '3', 'odile']);
    await answer(buyer, 'PUT', `/api/wtb-listings/${id}/fulfill`);
    await title('all').toBe('FOUND · Kapital · Ring coat');
  });

  test('a post that a moderator deletes stays deleted', async () => {
    const { add, list, posts, discord, answer, seller } = await open();
    await add('all');
    const id = await list();
    await posts('all', 1);
    discord.clear('all');
    await answer(seller, 'PATCH', `/api/listings/${id}/sold`);
    await expect.poll(() => discord.methodsOf('all')).toEqual(['POST', 'PATCH']);
    await answer(seller, 'DELETE', `/api/listings/${id}/sold`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(discord.methodsOf('all')).toEqual(['POST', 'PATCH']);
  });

  test('that Discord no longer knows is switched off', async () => {
    const { add, list, answer, admin } = await open();
    await add('unknown');
    await list();
    await expect
      .poll(
        async () =>
          (await answer<DiscordChannel[]>(admin, 'GET', '/api/discord-channels?instance=true'))[0]?.isOn,
      )
      .toBe(false);
  });

  test("shows nothing of a suspended member's items", async () => {
    const { add, list, posts, world, seller } = await open();
    await add('all');
    await list();
    await posts('all', 1);
    await world.db.transact((tx) => world.product.identity.suspend(tx, seller.id, null));
    await posts('all', 0);
  });

  test("shows nothing of a member's items after the operator suspends them", async () => {
    const { add, list, posts, world } = await open();
    await add('all');
    await list();
    await posts('all', 1);
    await runOperator(['user', 'suspend', 'marlow'], world.env);
    await posts('all', 0);
  });

  test('gives text of members no power', async () => {
    const { add, list, title } = await open();
    await add('all');
    await list({ title: '@everyone **[free](https://evil.example)**' });
    await title('all').toBe('Kapital · \\@everyone \\*\\*\\[free\\]\\(https://evil.example\\)\\*\\*');
  });

  test('of a member gets their own alerts', async () => {
    const { add, posts, world, buyer, seller, discord } = await open();
    await add('own', {}, buyer);
    const searcher = openSearcher(world);
    await searcher.save(buyer, 'brand=kapital');
    await searcher.list(seller);
    await posts('own', 1);
    await searcher.list(seller, { brand: 'Visvim' });
    expect(discord.postsOf('own')).toHaveLength(1);
  });

  test('of a member takes no filters', async () => {
    const { add, world, buyer, discord, answer } = await open();
    const { id } = await add('own', {}, buyer);
    const refused = async (method: string, path: string, json: object) => {
      const response = await world.call(method, path, { as: buyer, json });
      const { message, issues } = (await response.json()) as Problem;
      return [response.status, message, issues?.map((issue) => issue.path)];
    };
    const message = 'Your channel shows what your saved searches find. It has no filters of its own.';
    const filters = { kind: 'wanted', brand: 'visvim', category: 'Footwear', maxPrice: '300' };
    for (const [name, value] of Object.entries(filters)) {
      const channel = { name: 'x', url: discord.addressOf('x'), [name]: value };
      expect(await refused('POST', '/api/discord-channels', channel)).toEqual([400, message, [name]]);
      expect(await refused('PATCH', `/api/discord-channels/${id}`, { name: 'x', [name]: value })).toEqual([
        ...[400, message, [name]],
      ]);
    }
    expect(await answer(buyer, 'GET', '/api/discord-channels')).toMatchObject([
      { name: 'own', kind: null, brand: null, category: null, maxPrice: null },
    ]);
    const path = `/api/discord-channels/${id}`;
    expect(await answer(buyer, 'PATCH', path, { name: 'Mine' })).toMatchObject({ name: 'Mine' });
  });

  test('cannot be added by an API key', { tags: ['api-key-scopes'] }, async () => {
    const { world, buyer, discord } = await open();
    const { key: token } = await addApiKey(world.db, buyer);
    const json = { name: 'x', url: discord.addressOf('x') };
    expect((await world.call('POST', '/api/discord-channels', { token, json })).status).toBe(403);
  });

  test('must be at Discord', { tags: ['request-forgery'] }, async () => {
    const { world, admin, seller, discord } = await open();
    const sent = async (as: Actor, url: string) => {
      const json = { name: 'x', url, isInstance: true };
      const response = await world.call('POST', '/api/discord-channels', { as, json });
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    expect(await sent(admin, 'https://evil.example/api/webhooks/1/token')).toEqual([
      ...[400, 'This is not an address of Discord.'],
    ]);
    expect((await sent(admin, `${discord.url}/api/webhooks/../../x/api/webhooks/1/token`))[0]).toBe(400);
    expect((await sent(seller, 'https://discord.com/api/webhooks/1/token'))[0]).toBe(403);
  });
});
