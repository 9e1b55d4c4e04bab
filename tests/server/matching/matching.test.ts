import { expect, test, vi } from 'vitest';
import { blockPerson, unblockPerson } from '../../../server/src/blocks/change-block.ts';
import { noPublish } from '../../../server/src/core/publish.ts';
import type { Database } from '../../../server/src/db/database.ts';
import { isSettled, openMatchmaker, wantedOf } from '../../support/people/matchmaker.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const settled = (db: Database) => vi.waitFor(async () => expect(await isSettled(db)).toBe(true), 30_000);

describeOnBothEngines('matching', (openDb) => {
  async function open(options: Parameters<typeof openMatchmaker>[1] = {}) {
    const db = await openDb();
    const market = openMatchmaker(db, options);
    const [seller, buyer, other] = [
      await market.join('seller'),
      await market.join('buyer'),
      await market.join('other'),
    ];
    return { ...market, db, seller, buyer, other };
  }

  test('a new listing is told to each person who looks for it, and to nobody else', async () => {
    const { db, seller, buyer, other, close, ...market } = await open();
    const wantedId = await market.seek(buyer, { brand: 'KAPITAL', title: 'ring coats' });
    await market.seek(other, { maxPrice: '364.99' });
    await market.seek(other, { brand: 'Visvim' });
    await market.seek(seller);
    await settled(db);
    const listingId = await market.list(seller);
    await settled(db);
    await vi.waitFor(() => expect(market.told).toHaveLength(1));
    const [told] = market.told;
    expect(told?.personId).toBe(buyer.id);
    expect(told?.match).toMatchObject({ listing: { id: listingId }, wtb: { id: wantedId }, isSeen: false });
    expect(await market.matchesOf(buyer)).toEqual([told?.match]);
    expect(await market.matchesOf(other)).toEqual([]);
    expect(await market.matchesOf(seller)).toEqual([]);
    await close();
  });

  test('a new request shows at once what is on sale already', async () => {
    const { db, seller, buyer, close, ...market } = await open();
    const listingId = await market.list(seller);
    await market.list(seller, { title: 'Bandana', category: 'Accessories' });
    const wantedId = await market.seek(buyer);
    const response = await market.call(buyer, 'GET', `/api/wtb-listings/${wantedId}/matches`);
    expect(await response.json()).toMatchObject([{ listing: { id: listingId }, wtb: { id: wantedId } }]);
    await settled(db);
    await close();
  });

  test('a pair is told once, whatever is edited, discounted or bumped, and also when it fits again', async () => {
    const { db, seller, buyer, close, ...market } = await open();
    const wantedId = await market.seek(buyer);
    const listingId = await market.list(seller);
    await settled(db);
    const edit = async (changes: Record<string, string>) => {
      await market.call(buyer, 'PUT', `/api/wtb-listings/${wantedId}`, wantedOf(changes));
      await settled(db);
    };
    await market.call(seller, 'PATCH', `/api/listings/${listingId}/bump`);
    await market.call(seller, 'PATCH', `/api/listings/${listingId}/discount`, { newPrice: '300' });
    await market.call(buyer, 'PUT', `/api/wtb-listings/${wantedId}/bump`);
    await edit({ title: 'Ring coat, please' });
    expect(await market.matchesOf(buyer)).toHaveLength(1);
    await edit({ brand: 'Visvim' });
    expect(await market.matchesOf(buyer)).toEqual([]);
    await edit({});
    expect(await market.matchesOf(buyer)).toHaveLength(1);
    expect(market.told).toHaveLength(1);
    await close();
  });

  test('a price that comes down into the budget makes a match, and a listing edited into another makes none', async () => {
    const { db, seller, buyer, close, ...market } = await open();
    await market.seek(buyer, { maxPrice: '300' });
    const listingId = await market.list(seller);
    await settled(db);
    expect(market.told).toEqual([]);
    await market.call(seller, 'PATCH', `/api/listings/${listingId}/price`, { price: '300' });
    await vi.waitFor(() => expect(market.told).toHaveLength(1));
    await settled(db);
    await market.call(seller, 'PATCH', `/api/listings/${listingId}/price`, { price: '301' });
    await settled(db);
    expect(await market.matchesOf(buyer)).toEqual([]);
    await close();
  });

  test('what is sold or removed drops out, and so does a request that was found', async () => {
    const { db, seller, buyer, close, ...market } = await open();
    const wantedId = await market.seek(buyer);
    const [sold, removed] = [await market.list(seller), await market.list(seller)];
    await market.list(seller);
    await settled(db);
    expect(await market.matchesOf(buyer)).toHaveLength(3);
    await market.call(seller, 'PATCH', `/api/listings/${sold}/sold`);
    await market.call(seller, 'DELETE', `/api/listings/${removed}`);
    expect(await market.matchesOf(buyer)).toHaveLength(1);
    await market.call(buyer, 'PUT', `/api/wtb-listings/${wantedId}/fulfill`);
    expect(await market.matchesOf(buyer)).toEqual([]);
    const of = await market.call(buyer, 'GET', `/api/wtb-listings/${wantedId}/matches`);
    expect(of.status).toBe(404);
    await settled(db);
    await close();
  });

  test('twenty listings and twenty requests at once: each pair is there and was told once', async () => {
    const { db, seller, buyer, close, ...market } = await open();
    const each = Array.from({ length: 20 }, (_, n) => n);
    await Promise.all(each.flatMap(() => [market.list(seller), market.seek(buyer)]));
    await settled(db);
    await vi.waitFor(() => expect(market.told).toHaveLength(400), 30_000);
    const pairs = new Set(market.told.map(({ match }) => `${match.listing.id} ${match.wtb.id}`));
    expect(pairs.size).toBe(400);
    await close();
  });

  test('what one process was told of and did not get to is matched by the next', async () => {
    const { db, seller, buyer, close, ...market } = await open();
    await close();
    await market.seek(buyer);
    await market.list(seller);
    expect(await isSettled(db)).toBe(false);
    const next = openMatchmaker(db);
    await vi.waitFor(() => expect(next.told).toHaveLength(1), 30_000);
    await settled(db);
    await next.close();
  });

  test('pages hold each match once, and seen is what its owner says was seen', async () => {
    const { db, seller, buyer, other, close, ...market } = await open();
    await market.seek(buyer);
    for (let n = 0; n < 3; n += 1) await market.list(seller);
    await settled(db);
    const first = await market.call(buyer, 'GET', '/api/matches?limit=2');
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const all = [
      ...((await first.json()) as { id: string }[]),
      ...((await (await market.call(buyer, 'GET', next)).json()) as { id: string }[]),
    ];
    expect(all).toEqual(await market.matchesOf(buyer));
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    await market.call(other, 'POST', '/api/matches/seen', { ids });
    expect(await market.matchesOf(buyer, '?unseen=true')).toHaveLength(3);
    await market.call(buyer, 'POST', '/api/matches/seen', { ids: ids.slice(0, 2) });
    const unseen = await market.matchesOf(buyer, '?unseen=true');
    expect(unseen.map(({ id }) => id)).toEqual(ids.slice(2));
    await close();
  });

  test('nobody else, and no visitor, reads what matches a request', async () => {
    const { db, buyer, other, close, ...market } = await open();
    const path = `/api/wtb-listings/${await market.seek(buyer)}/matches`;
    expect((await market.call(null, 'GET', path)).status).toBe(401);
    expect((await market.call(other, 'GET', path)).status).toBe(404);
    expect((await market.call(null, 'GET', '/api/matches')).status).toBe(401);
    expect((await market.call(null, 'GET', '/api/demand?brand=Kapital')).status).toBe(401);
    await settled(db);
    await close();
  });

  test('the demand counts people and bands as far as the form is filled in, and names nobody', async () => {
    const { db, seller, buyer, other, close, ...market } = await open();
    await market.seek(buyer);
    await market.seek(buyer, { maxPrice: '150' });
    await market.seek(other, { title: 'Century denim', size: '32', maxPrice: '420' });
    await market.seek(seller);
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
      expect((await market.call(seller, 'GET', `/api/demand?${query}`)).status, query).toBe(400);
    }
    await settled(db);
    await close();
  });

  test('people who are blocked, either way, are not told, counted or shown', async () => {
    const { db, seller, buyer, other, close, ...market } = await open();
    const third = await market.join('third');
    const toldTo = ({ id }: { id: string }) => market.told.filter(({ personId }) => personId === id).length;
    for (const person of [buyer, other, third]) await market.seek(person);
    await market.list(seller);
    await settled(db);
    for (const person of [buyer, other]) expect(await market.matchesOf(person)).toHaveLength(1);
    // A match that is told after the block would be hidden by it.
    await vi.waitFor(() => expect([buyer, other, third].map(toldTo)).toEqual([1, 1, 1]), 30_000);
    await blockPerson({ db, publish: noPublish }, buyer, seller.id);
    await blockPerson({ db, publish: noPublish }, seller, other.id);
    for (const person of [buyer, other]) expect(await market.matchesOf(person)).toEqual([]);
    expect(await market.demand(seller, { brand: 'Kapital' })).toMatchObject({ people: 1 });
    await market.list(seller);
    await settled(db);
    await vi.waitFor(() => expect(toldTo(third)).toBe(2), 30_000);
    expect([buyer, other].map(toldTo)).toEqual([1, 1]);
    await close();
  });

  test('what a block hides leaves no gap in a page, nor hides what is unseen behind it', async () => {
    const { db, seller, buyer, other: blocked, close, ...market } = await open();
    const wantedId = await market.seek(buyer);
    const shown = [await market.list(seller), await market.list(seller)];
    await settled(db);
    for (let n = 0; n < 3; n += 1) await market.list(blocked);
    await settled(db);
    await blockPerson({ db, publish: noPublish }, buyer, blocked.id);
    for (const path of [
      '/api/matches?',
      '/api/matches?unseen=true&',
      `/api/wtb-listings/${wantedId}/matches?`,
    ]) {
      const first = await market.call(buyer, 'GET', `${path}limit=1`);
      const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const second = await market.call(buyer, 'GET', next);
      const found = [await first.json(), await second.json()].flat() as { listing: { id: string } }[];
      expect(found.map(({ listing }) => listing.id).toSorted(), path).toEqual(shown.toSorted());
    }
    await close();
  });

  test('a match is there again when a block is taken back, whatever was edited meanwhile', async () => {
    const { db, seller, buyer, close, ...market } = await open();
    const wantedId = await market.seek(buyer);
    const listingId = await market.list(seller);
    await settled(db);
    await blockPerson({ db, publish: noPublish }, buyer, seller.id);
    await market.call(
      buyer,
      'PUT',
      `/api/wtb-listings/${wantedId}`,
      wantedOf({ title: 'Ring coat, please' }),
    );
    const since = await market.list(seller);
    await settled(db);
    expect(await market.matchesOf(buyer)).toEqual([]);
    await unblockPerson({ db, publish: noPublish }, buyer, seller.id);
    const found = await market.matchesOf(buyer);
    expect(found.map(({ listing }) => listing.id)).toEqual([since, listingId]);
    expect(market.told.map(({ match }) => match.listing.id)).toEqual([listingId]);
    await close();
  });
});
