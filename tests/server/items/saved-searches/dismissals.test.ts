import type { Listing } from '@selvedge/shared/items/listings';
import type { Dismissal } from '@selvedge/shared/items/saved-searches';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addListing } from '../../../support/people/market.ts';
import { openSearcher } from '../../../support/people/searcher.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld } from '../../../support/world.ts';

describeOnBothEngines('what a member is not interested in', ({ engine }) => {
  async function open() {
    const world = await openWorld({ engine });
    const [marlow, odile, juniper] = [
      await world.join('marlow'),
      await world.join('odile'),
      await world.join('juniper'),
    ];
    const ids = [await addListing(world.db, odile.id), await addListing(world.db, odile.id)];
    const last = await addListing(world.db, juniper.id);
    const { answer, preview } = openSearcher(world);
    const grid = async (as: typeof marlow | null, query = '') => {
      const response = await world.call('GET', `/api/listings${query}`, { as });
      return {
        ids: ((await response.json()) as Listing[]).map(({ id }) => id),
        total: response.headers.get('x-total-count'),
      };
    };
    return { world, answer, preview, grid, marlow, odile, juniper, ids, last };
  }

  test('is left out of their grid alone', async () => {
    const { answer, grid, marlow, odile, ids, last } = await open();
    const [first = '', second = ''] = ids;
    await answer(marlow, 'PUT', `/api/dismissals/listings/${first}`);
    expect(await grid(marlow)).toEqual({ ids: [last, second], total: '2' });
    expect(await grid(marlow, '?brand=kapital&sort=price-asc')).toMatchObject({ total: '2' });
    for (const other of [odile, null]) expect((await grid(other)).total).toBe('3');
  });

  test('includes all of a seller', async () => {
    const { answer, preview, grid, marlow, odile, last } = await open();
    await answer(marlow, 'PUT', `/api/dismissals/sellers/${odile.id}`);
    expect((await grid(marlow)).ids).toEqual([last]);
    expect(await preview(marlow, `seller=${odile.id}`)).toEqual({
      ...{ count: 0, newestAt: null, never: 'You marked this seller as “Not interested”.' },
    });
  });

  test('is listed', async () => {
    const { answer, marlow, odile, ids } = await open();
    const [id = ''] = ids;
    for (let n = 0; n < 2; n += 1) {
      await answer(marlow, 'PUT', `/api/dismissals/listings/${id}`);
      await answer(marlow, 'PUT', `/api/dismissals/sellers/${odile.id}`);
    }
    expect(await answer<Dismissal[]>(marlow, 'GET', '/api/dismissals')).toMatchObject([
      { listing: null, seller: { id: odile.id, username: 'odile' } },
      { listing: { id, brand: 'Kapital' }, seller: null },
    ]);
  });

  test('is shown again when they choose so', async () => {
    const { answer, grid, marlow, odile, ids } = await open();
    for (const path of [`listings/${ids[0]}`, `sellers/${odile.id}`]) {
      await answer(marlow, 'PUT', `/api/dismissals/${path}`);
      await answer(marlow, 'DELETE', `/api/dismissals/${path}`);
    }
    expect((await grid(marlow)).total).toBe('3');
  });

  test('is never their own', async () => {
    const { world, odile, ids } = await open();
    for (const path of [`listings/${ids[0]}`, `sellers/${odile.id}`]) {
      const response = await world.call('PUT', `/api/dismissals/${path}`, { as: odile });
      expect(response.status).toBe(409);
    }
  });
});

describeOnBothEngines('the preview of a search', ({ engine }) => {
  async function open() {
    const world = await openWorld({ engine });
    const [marlow, odile] = [await world.join('marlow'), await world.join('odile')];
    return { ...openSearcher(world), world, marlow, odile };
  }

  test('counts the finds of thirty days', async () => {
    const { world, preview, marlow, odile } = await open();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const [newest] = [daysAgo(2), daysAgo(29), daysAgo(31)];
    for (const createdAt of [daysAgo(29), newest ?? new Date(), daysAgo(31)]) {
      const id = await addListing(world.db, odile.id);
      await world.db.transact(({ q, t }) =>
        q.update(t.listings).set({ createdAt }).where(eq(t.listings.id, id)).returning(),
      );
    }
    expect(await preview(marlow, 'brand=kapital')).toEqual({
      ...{ count: 2, newestAt: newest?.toISOString(), never: null },
    });
    expect(await preview(marlow, 'brand=visvim')).toEqual({ count: 0, newestAt: null, never: null });
  });

  test.for([
    ['sold=true', 'Sold items are not alerted to.'],
    ['maxPrice=0', 'Nothing is listed for free.'],
    ['minPrice=400&maxPrice=300', 'The lowest price is above the highest.'],
    ['seller=00000000-0000-4000-8000-000000000000', 'This seller is no longer here.'],
  ] as const)('says why %s can never match', async ([query, never]) => {
    const { preview, marlow } = await open();
    expect((await preview(marlow, query)).never).toBe(never);
  });

  test('says that one sees nothing of a blocked seller', async () => {
    const { world, preview, marlow, odile } = await open();
    await world.call('PUT', `/api/blocks/${odile.id}`, { as: marlow });
    expect((await preview(marlow, `seller=${odile.id}`)).never).toBe('You do not see items of this seller.');
  });
});
