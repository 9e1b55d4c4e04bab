import { expect, test } from 'vitest';
import { matchListing } from '../../../../server/src/items/saved-searches/match-listing.ts';
import { openSearcher } from '../../../support/people/searcher.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld } from '../../../support/world.ts';

const FOUND = 'Kapital · Ring coat · $365 fits “Kapital”';

describeOnBothEngines('a listing', ({ engine }) => {
  async function open() {
    const world = await openWorld({ engine });
    const [marlow, odile] = [await world.join('marlow'), await world.join('odile')];
    return { ...openSearcher(world), world, marlow, odile };
  }

  test('is told to those whose search it fits', async () => {
    const { save, list, told, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital');
    await save(odile, 'brand=Kapital');
    await list(odile);
    expect([await told(marlow), await told(odile)]).toEqual([[FOUND], []]);
  });

  test.for([
    ['brand=APITA', true],
    ['brand=kapital+kountry', false],
    ['category=Outerwear', true],
    ['category=Tops', false],
    ['category=Outerwear&size=l', true],
    ['size=xl', false],
    ['condition=Gently+used&maxPrice=365', true],
    ['condition=Very+worn', false],
    ['maxPrice=364.99', false],
    ['minPrice=365', true],
    ['minPrice=365.01', false],
    ['size=s&size=l', true],
    ['size=s&size=m', false],
    ['q=ring', true],
    ['q=kapitl', false],
    ['q=coats+kap&category=Outerwear&size=l', true],
    ['q=ringcoat', true],
    ['q=coat&maxPrice=300', false],
    ['q=coat&category=Tops', false],
    ['brand=kapital&q=worn+twice', true],
    ['brand=kapital&not=trucker,boots', true],
    ['brand=kapital&not=boots+coat', false],
    ['brand=kapital&not=coats', false],
    ['brand=kapital&not=coa', true],
    ['category=Outerwear&not=@odile', false],
    ['category=Outerwear&not=@marlow', true],
    ['brand=kapital&sold=false&size=L&minPrice=1&maxPrice=1000', true],
  ] as const)('is compared by %s', async ([query, isFound]) => {
    const { answer, save, list, told, searches, preview, marlow, odile } = await open();
    await save(marlow, query);
    await list(odile);
    expect(await told(marlow)).toHaveLength(isFound ? 1 : 0);
    expect((await searches(marlow))[0]?.newCount).toBe(isFound ? 1 : 0);
    // As the grid finds it.
    const grid = await answer<unknown[]>(marlow, 'GET', `/api/listings?${query}`);
    expect(grid).toHaveLength(isFound ? 1 : 0);
    expect((await preview(marlow, query)).count).toBe(isFound ? 1 : 0);
  });

  test('of a house is told under its other name', async () => {
    const { save, list, told, marlow, odile } = await open();
    await save(marlow, 'q=cdg');
    await list(odile, { brand: 'Comme des Garçons' });
    expect(await told(marlow)).toEqual(['Comme des Garçons · Ring coat · $365 fits “cdg”']);
  });

  test('of a followed seller is told', async () => {
    const { save, list, told, marlow, odile } = await open();
    await save(marlow, `seller=${odile.id}`);
    await list(odile);
    expect(await told(marlow)).toEqual(['Kapital · Ring coat · $365 fits “from odile”']);
  });

  test('is told once for several searches', async () => {
    const { save, list, told, searches, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital', { name: 'Old' });
    await save(marlow, 'category=Outerwear', { name: 'New' });
    await save(marlow, 'size=L', { name: 'Newest', alerts: 'daily' });
    await list(odile);
    expect(await told(marlow)).toEqual(['Kapital · Ring coat · $365 fits “New”']);
    expect((await searches(marlow)).map(({ newCount }) => newCount)).toEqual([1, 1, 1]);
  });

  test('is told once for a search with a WTB', async () => {
    const { answer, save, list, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital');
    const wtb = { title: 'Ring coat', brand: 'Kapital', size: 'L', maxPrice: '900' };
    await answer(marlow, 'POST', '/api/wtb-listings', wtb);
    await list(odile);
    await expect.poll(async () => (await answer<unknown[]>(marlow, 'GET', '/api/matches')).length).toBe(1);
    expect(await answer(marlow, 'GET', '/api/notices')).toHaveLength(1);
  });

  test('is told when an edit makes it fit', async () => {
    const { save, list, edit, told, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital');
    const id = await list(odile, { brand: 'Visvim' });
    expect(await told(marlow)).toEqual([]);
    await edit(odile, id, { brand: 'Kapital' });
    expect(await told(marlow)).toEqual([FOUND]);
  });

  test('is told when a discount makes it fit', async () => {
    const { save, list, discount, told, marlow, odile } = await open();
    await save(marlow, 'maxPrice=300', { name: 'Cheap' });
    const id = await list(odile);
    await discount(odile, id, '300');
    expect(await told(marlow)).toEqual(['Kapital · Ring coat · $300 fits “Cheap”']);
  });

  test('is told when it is put back', async () => {
    const { save, list, sell, putBack, told, marlow, odile } = await open();
    const id = await list(odile);
    await sell(odile, id);
    await save(marlow, 'brand=Kapital');
    await putBack(odile, id);
    expect(await told(marlow)).toEqual([FOUND]);
  });

  test('is not told for a bump', async () => {
    const { save, list, bump, told, marlow, odile } = await open();
    const id = await list(odile);
    await save(marlow, 'brand=Kapital');
    await bump(odile, id);
    expect(await told(marlow)).toEqual([]);
  });

  test('from before the search is not told for a bump', async () => {
    const { world, save, list, bump, told, marlow, odile } = await open();
    const id = await list(odile);
    // As if it was listed by an earlier version.
    await world.db.transact(async ({ q, t }) => q.delete(t.searchedListings).returning());
    await save(marlow, 'brand=Kapital');
    await bump(odile, id);
    expect(await told(marlow)).toEqual([]);
  });

  test('is not told when its price swings back', async () => {
    const { save, list, price, told, marlow, odile } = await open();
    const id = await list(odile, { price: '300' });
    await save(marlow, 'maxPrice=300');
    await price(odile, id, '320');
    await price(odile, id, '300');
    expect(await told(marlow)).toEqual([]);
  });

  test('is told when its price comes back a day later', async () => {
    const { world, save, list, price, told, marlow, odile } = await open();
    const id = await list(odile, { price: '300' });
    await save(marlow, 'maxPrice=300');
    await price(odile, id, '320');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await world.db.transact(async ({ q, t }) => q.update(t.itemEvents).set({ at: yesterday }).returning());
    await price(odile, id, '300');
    expect(await told(marlow)).toHaveLength(1);
  });

  test('is told again only for a tenth less', async () => {
    const { save, list, discount, price, told, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital');
    const id = await list(odile, { price: '1000' });
    await discount(odile, id, '901');
    expect(await told(marlow)).toHaveLength(1);
    await discount(odile, id, '900');
    expect(await told(marlow)).toHaveLength(2);
    await price(odile, id, '1000');
    await price(odile, id, '899');
    expect(await told(marlow)).toHaveLength(2);
  });

  test('of a blocked seller is not told', async () => {
    const { world, save, list, told, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital');
    await world.call('PUT', `/api/blocks/${marlow.id}`, { as: odile });
    await list(odile);
    expect(await told(marlow)).toEqual([]);
  });

  test('of a dismissed seller is not told', async () => {
    const { answer, save, list, told, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital');
    await answer(marlow, 'PUT', `/api/dismissals/sellers/${odile.id}`);
    await list(odile);
    expect(await told(marlow)).toEqual([]);
  });

  test('no longer counts as new once sold', async () => {
    const { save, list, sell, searches, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital');
    const id = await list(odile);
    await sell(odile, id);
    expect(await searches(marlow)).toMatchObject([{ newCount: 0, lastFoundAt: expect.any(String) }]);
  });

  test('no longer counts as new once its search is opened', async () => {
    const { world, answer, save, list, searches, marlow, odile } = await open();
    const { id } = await save(marlow, 'brand=Kapital');
    await list(odile);
    world.events.length = 0;
    await answer(marlow, 'POST', `/api/saved-searches/${id}/seen`);
    expect((await searches(marlow))[0]?.newCount).toBe(0);
    expect(world.events).toEqual([{ to: marlow.id, event: 'searches:changed', payload: {} }]);
  });

  test('is told once by any number of nodes', async () => {
    const { world, save, list, told, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital');
    const id = await list(odile);
    await world.db.transact(async ({ q, t }) => q.delete(t.searchedListings).returning());
    await Promise.all(Array.from({ length: 4 }, () => matchListing(world.product.ctx, id, () => false)));
    expect(await told(marlow)).toEqual([FOUND]);
  });

  test('is told although a kill interrupted its job', async () => {
    const { world, save, list, told, settled, marlow, odile } = await open();
    await save(marlow, 'brand=Kapital');
    await world.product.closeFeature('savedSearches');
    const form = list(odile);
    await expect
      .poll(async () => (await world.db.read(({ q, t }) => q.select().from(t.itemJobs))).length)
      .toBe(1);
    expect(await told(marlow)).toEqual([]);
    await openWorld({ engine, env: world.env });
    await settled();
    await form;
    expect(await told(marlow)).toEqual([FOUND]);
  });
});
