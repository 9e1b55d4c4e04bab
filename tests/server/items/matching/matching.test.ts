import { expect, test, vi } from 'vitest';
import { blockMember, unblockMember } from '../../../../server/src/members/blocks/change-block.ts';
import { noPublish } from '../../../../server/src/platform/core/publish.ts';
import { longestTurn } from '../../../support/measuring/longest-turn.ts';
import { openMatchmaker, wantedOf } from '../../../support/people/matchmaker.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld } from '../../../support/world.ts';

async function open(engine: Engine) {
  const world = await openWorld({ engine, env: { BUMP_COOLDOWN_HOURS: '0' } });
  const [seller, buyer, other] = [
    await world.join('seller'),
    await world.join('buyer'),
    await world.join('other'),
  ];
  const { db, call } = world;
  return { ...openMatchmaker(world), world, db, call, seller, buyer, other };
}

describeOnBothEngines('matching', ({ engine }) => {
  test('a new listing is announced only to interested members', async () => {
    const { seller, buyer, other, ...market } = await open(engine);
    const wantedId = await market.postWanted(buyer, { brand: 'KAPITAL', title: 'ring coats' });
    await market.postWanted(other, { maxPrice: '364.99' });
    await market.postWanted(other, { brand: 'Visvim' });
    await market.postWanted(seller);
    await market.settled();
    const listingId = await market.list(seller);
    await market.settled();
    await vi.waitFor(() => expect(market.matchEvents()).toHaveLength(1));
    const [event] = market.matchEvents();
    expect(event?.memberId).toBe(buyer.id);
    expect(event?.match).toMatchObject({ listing: { id: listingId }, wtb: { id: wantedId }, isSeen: false });
    expect(await market.matchesOf(buyer)).toEqual([event?.match]);
    expect(await market.matchesOf(other)).toEqual([]);
    expect(await market.matchesOf(seller)).toEqual([]);
  });

  test('a new WTB immediately shows matching listings', async () => {
    const { seller, buyer, ...market } = await open(engine);
    const listingId = await market.list(seller);
    await market.list(seller, { title: 'Bandana', category: 'Accessories' });
    const wantedId = await market.postWanted(buyer);
    const response = await market.call('GET', `/api/wtb-listings/${wantedId}/matches`, { as: buyer });
    expect(await response.json()).toMatchObject([{ listing: { id: listingId }, wtb: { id: wantedId } }]);
    await market.settled();
  });

  test('concurrent listings create each match exactly once', async () => {
    const { seller, buyer, ...market } = await open(engine);
    const each = Array.from({ length: 20 }, (_, n) => n);
    await Promise.all(each.flatMap(() => [market.list(seller), market.postWanted(buyer)]));
    await market.settled();
    await vi.waitFor(() => expect(market.matchEvents()).toHaveLength(400), 30_000);
    const pairs = new Set(market.matchEvents().map(({ match }) => `${match.listing.id} ${match.wtb.id}`));
    expect(pairs.size).toBe(400);
  });

  test("only the owner's report marks a match as seen", async () => {
    const { seller, buyer, other, ...market } = await open(engine);
    await market.postWanted(buyer);
    for (let n = 0; n < 3; n += 1) await market.list(seller);
    await market.settled();
    const first = await market.call('GET', '/api/matches?limit=2', { as: buyer });
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const all = [
      ...((await first.json()) as { id: string }[]),
      ...((await (await market.call('GET', next, { as: buyer })).json()) as { id: string }[]),
    ];
    expect(all).toEqual(await market.matchesOf(buyer));
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    await market.call('POST', '/api/matches/seen', { as: other, json: { ids } });
    expect(await market.matchesOf(buyer, '?unseen=true')).toHaveLength(3);
    await market.call('POST', '/api/matches/seen', { as: buyer, json: { ids: ids.slice(0, 2) } });
    const unseen = await market.matchesOf(buyer, '?unseen=true');
    expect(unseen.map(({ id }) => id)).toEqual(ids.slice(2));
  });

  test('the demand reveals no names', async () => {
    const { seller, buyer, other, ...market } = await open(engine);
    await market.postWanted(buyer);
    await market.postWanted(buyer, { maxPrice: '150' });
    await market.postWanted(other, { title: 'Century denim', size: '32', maxPrice: '420' });
    await market.postWanted(seller);
    const all = {
      people: 2,
      bands: [
        { from: '350.00', to: '500.00', people: 1 },
        { from: '750.00', to: '1000.00', people: 1 },
      ],
    };
    expect(await market.demand(seller, { brand: 'kapitál' })).toEqual(all);
    expect(await market.demand(seller, { brand: 'Kapital', title: '', size: '' })).toEqual(all);
    const one = { people: 1, bands: [{ from: '750.00', to: '1000.00', people: 1 }] };
    expect(
      await market.demand(seller, { brand: 'Kapital', title: 'Ring coat', category: 'Outerwear' }),
    ).toEqual(one);
    expect(await market.demand(seller, { brand: 'Visvim' })).toEqual({ people: 0, bands: [] });
    for (const query of ['', 'brand=', 'brand=a&category=Hats', 'brand=a&who=b']) {
      expect((await market.call('GET', `/api/demand?${query}`, { as: seller })).status, query).toBe(400);
    }
    await market.settled();
  });

  test('blocks in either direction exclude members everywhere', async () => {
    const { db, seller, buyer, other, ...market } = await open(engine);
    const third = await market.world.join('third');
    const eventsTo = ({ id }: { id: string }) =>
      market.matchEvents().filter(({ memberId }) => memberId === id).length;
    for (const person of [buyer, other, third]) await market.postWanted(person);
    await market.list(seller);
    await market.settled();
    for (const person of [buyer, other]) expect(await market.matchesOf(person)).toHaveLength(1);
    // The block would hide events sent after it.
    await vi.waitFor(() => expect([buyer, other, third].map(eventsTo)).toEqual([1, 1, 1]), 30_000);
    await blockMember({ db, publish: noPublish }, buyer, seller.id);
    await blockMember({ db, publish: noPublish }, seller, other.id);
    for (const person of [buyer, other]) expect(await market.matchesOf(person)).toEqual([]);
    expect(await market.demand(seller, { brand: 'Kapital' })).toMatchObject({ people: 1 });
    await market.list(seller);
    await market.settled();
    await vi.waitFor(() => expect(eventsTo(third)).toBe(2), 30_000);
    expect([buyer, other].map(eventsTo)).toEqual([1, 1]);
  });

  test('matches hidden by a block leave no gap', async () => {
    const { db, seller, buyer, other: blocked, ...market } = await open(engine);
    const wantedId = await market.postWanted(buyer);
    const shown = [await market.list(seller), await market.list(seller)];
    await market.settled();
    for (let n = 0; n < 3; n += 1) await market.list(blocked);
    await market.settled();
    await blockMember({ db, publish: noPublish }, buyer, blocked.id);
    for (const path of [
      '/api/matches?',
      '/api/matches?unseen=true&',
      `/api/wtb-listings/${wantedId}/matches?`,
    ]) {
      const first = await market.call('GET', `${path}limit=1`, { as: buyer });
      const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const second = await market.call('GET', next, { as: buyer });
      const found = [await first.json(), await second.json()].flat() as { listing: { id: string } }[];
      expect(found.map(({ listing }) => listing.id).toSorted(), path).toEqual(shown.toSorted());
    }
  });

  test('unblocking restores a match, whatever was edited meanwhile', async () => {
    const { db, seller, buyer, ...market } = await open(engine);
    const wantedId = await market.postWanted(buyer);
    const listingId = await market.list(seller);
    // A block that comes between storing and announcing keeps it from being announced.
    await vi.waitFor(() => expect(market.matchEvents()).toHaveLength(1), 10_000);
    await market.settled();
    await blockMember({ db, publish: noPublish }, buyer, seller.id);
    const json = wantedOf({ title: 'Ring coat, please' });
    await market.call('PUT', `/api/wtb-listings/${wantedId}`, { as: buyer, json });
    const since = await market.list(seller);
    await market.settled();
    expect(await market.matchesOf(buyer)).toEqual([]);
    await unblockMember({ db, publish: noPublish }, buyer, seller.id);
    const found = await market.matchesOf(buyer);
    expect(found.map(({ listing }) => listing.id)).toEqual([since, listingId]);
    expect(market.matchEvents().map(({ match }) => match.listing.id)).toEqual([listingId]);
  });
});

test('many matches hold the server up no longer than a few', { timeout: 120_000 }, async () => {
  const { seller, buyer, ...market } = await open('sqlite');
  async function turnWith(brand: string, count: number): Promise<number> {
    await Promise.all(Array.from({ length: count }, () => market.postWanted(buyer, { brand })));
    await market.settled();
    const before = market.matchEvents().length;
    // The collector of garbage may come into one of them.
    const turns: number[] = [];
    for (let n = 1; n <= 3; n += 1) {
      turns.push(await longestTurn(() => market.list(seller, { brand }).then(market.settled)));
      await vi.waitFor(() => expect(market.matchEvents()).toHaveLength(before + n * count), 10_000);
    }
    return Math.min(...turns);
  }
  await turnWith('Visvim', 30);
  const few = await turnWith('Guidi', 30);
  expect((await turnWith('Kapital', 600)) / few).toBeLessThan(3);
});

describeOnEngines('matching', ({ engine }) => {
  test('a match is announced once despite edits', async () => {
    const { seller, buyer, ...market } = await open(engine);
    const wantedId = await market.postWanted(buyer);
    const listingId = await market.list(seller);
    await market.settled();
    const edit = async (changes: Record<string, string>) => {
      await market.call('PUT', `/api/wtb-listings/${wantedId}`, { as: buyer, json: wantedOf(changes) });
      await market.settled();
    };
    await market.call('PATCH', `/api/listings/${listingId}/bump`, { as: seller });
    await market.call('PATCH', `/api/listings/${listingId}/discount`, {
      as: seller,
      json: { newPrice: '300' },
    });
    await market.call('PUT', `/api/wtb-listings/${wantedId}/bump`, { as: buyer });
    await edit({ title: 'Ring coat, please' });
    expect(await market.matchesOf(buyer)).toHaveLength(1);
    await edit({ brand: 'Visvim' });
    expect(await market.matchesOf(buyer)).toEqual([]);
    await edit({});
    expect(await market.matchesOf(buyer)).toHaveLength(1);
    expect(market.matchEvents()).toHaveLength(1);
  });

  test('a price lowered into the budget creates a match', async () => {
    const { seller, buyer, ...market } = await open(engine);
    await market.postWanted(buyer, { maxPrice: '300' });
    const listingId = await market.list(seller);
    await market.settled();
    expect(market.matchEvents()).toEqual([]);
    await market.call('PATCH', `/api/listings/${listingId}/price`, { as: seller, json: { price: '300' } });
    await vi.waitFor(() => expect(market.matchEvents()).toHaveLength(1));
    await market.settled();
    await market.call('PATCH', `/api/listings/${listingId}/price`, { as: seller, json: { price: '301' } });
    await market.settled();
    expect(await market.matchesOf(buyer)).toEqual([]);
  });

  test('items off the market match nothing', async () => {
    const { seller, buyer, ...market } = await open(engine);
    const wantedId = await market.postWanted(buyer);
    const [sold, removed] = [await market.list(seller), await market.list(seller)];
    await market.list(seller);
    await market.settled();
    expect(await market.matchesOf(buyer)).toHaveLength(3);
    await market.call('PATCH', `/api/listings/${sold}/sold`, { as: seller });
    await market.call('DELETE', `/api/listings/${removed}`, { as: seller });
    expect(await market.matchesOf(buyer)).toHaveLength(1);
    await market.call('PUT', `/api/wtb-listings/${wantedId}/fulfill`, { as: buyer });
    expect(await market.matchesOf(buyer)).toEqual([]);
    const of = await market.call('GET', `/api/wtb-listings/${wantedId}/matches`, { as: buyer });
    expect(of.status).toBe(404);
    await market.settled();
  });

  test('another process finds matches left by one', async () => {
    const { world, seller, buyer, ...market } = await open(engine);
    await world.product.closeFeature('matching');
    await market.postWanted(buyer);
    await market.list(seller);
    expect(await market.isSettled()).toBe(false);
    await openWorld({ env: world.env });
    await market.settled();
    expect(await market.matchesOf(buyer)).toHaveLength(1);
  });

  test("only its owner can read a WTB's matches", async () => {
    const { buyer, other, ...market } = await open(engine);
    const path = `/api/wtb-listings/${await market.postWanted(buyer)}/matches`;
    expect((await market.call('GET', path)).status).toBe(401);
    expect((await market.call('GET', path, { as: other })).status).toBe(404);
    expect((await market.call('GET', '/api/matches')).status).toBe(401);
    expect((await market.call('GET', '/api/demand?brand=Kapital')).status).toBe(401);
    await market.settled();
  });
});
