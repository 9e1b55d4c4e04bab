import { SAVED_SEARCHES_MAX } from '@selvedge/shared/platform/limits';
import { expect, test } from 'vitest';
import { savedSearchPart } from '../../../../server/src/items/saved-searches/personal-data.ts';
import { openSearcher } from '../../../support/people/searcher.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld } from '../../../support/world.ts';

describeOnBothEngines('a saved search', ({ engine }) => {
  async function open() {
    const world = await openWorld({ engine });
    const [marlow, odile] = [await world.join('marlow'), await world.join('odile')];
    const refusal = async (query: string, as = marlow) => {
      const response = await world.call('POST', '/api/saved-searches', {
        as,
        json: { query, alerts: 'daily' },
      });
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    return { ...openSearcher(world), world, marlow, odile, refusal };
  }

  test('is named after its filters', async () => {
    const { save, marlow } = await open();
    const search = await save(marlow, '?maxPrice=400.00&category=Outerwear&brand=Visvim&sort=newest');
    expect(search).toMatchObject({
      name: 'Visvim · Outerwear · up to $400',
      query: 'brand=Visvim&category=Outerwear&maxPrice=400',
      ...{ alerts: 'instant', newCount: 0, lastFoundAt: null },
    });
  });

  test('is one with another that finds the same', async () => {
    const { save, searches, marlow } = await open();
    const first = await save(marlow, 'brand=A.P.C.&maxPrice=400');
    expect(await save(marlow, 'maxPrice=400.00&brand=apc', { name: 'Again' })).toEqual({
      ...first,
      checkedAt: expect.any(String),
    });
    expect(await searches(marlow)).toHaveLength(1);
  });

  test('follows a seller by name', async () => {
    const { save, marlow, odile } = await open();
    expect((await save(marlow, `seller=${odile.id}`)).name).toBe('from odile');
  });

  test.for([
    ['', 'Choose a filter or enter a search first.'],
    ['brand=%20%20', 'Choose a filter or enter a search first.'],
    ['sort=newest', 'Choose a filter or enter a search first.'],
    ['colour=red', 'Unknown field "colour"'],
    ['brand=visvim&cursor=abc', 'Unknown field "cursor"'],
    ['brand=visvim&brand=kapital', 'Give each filter once.'],
    ['maxPrice=cheap', 'A price is digits with at most two decimals, up to 10,000,000'],
    ['size=123456', 'Size must be less than 5 characters'],
    [`brand=${'a'.repeat(10_000)}`, 'This search is too long'],
    ['q=%20', 'Enter a word to search for'],
    ['not=a+b+c+d+e+f+g+h+i+j+k', 'Leave out at most 10 words and sellers'],
    ['brand=visvim&not=@nobody', 'There is no member called nobody.'],
    ['sold=true', 'Sold items are not alerted to: show all items, or hide the sold ones.'],
    ['seller=00000000-0000-4000-8000-000000000000', 'There is no such seller.'],
  ] as const)('is refused for the query “%s”', async ([query, message]) => {
    const { refusal } = await open();
    expect(await refusal(query)).toEqual([400, message]);
  });

  test.for(['%', '"', '*', '👖', '_', "'", '\\'])('is saved for the brand %s', async (brand) => {
    const { save, preview, marlow } = await open();
    const query = String(new URLSearchParams({ brand }));
    expect((await save(marlow, query)).query).toBe(query);
    expect(await preview(marlow, query)).toEqual({ count: 0, newestAt: null, never: null });
  });

  test('of oneself is refused', async () => {
    const { refusal, marlow } = await open();
    expect(await refusal(`seller=${marlow.id}`)).toEqual([400, 'You cannot follow yourself.']);
  });

  test('of a blocked seller is refused', async () => {
    const { world, refusal, marlow, odile } = await open();
    await world.call('PUT', `/api/blocks/${marlow.id}`, { as: odile });
    expect(await refusal(`seller=${odile.id}`)).toEqual([400, 'There is no such seller.']);
  });

  test('is one of fifty at most', async () => {
    const { save, refusal, searches, marlow } = await open();
    const queries = Array.from({ length: SAVED_SEARCHES_MAX }, (_, i) => `brand=brand${i}`);
    await Promise.all(queries.map((query) => save(marlow, query)));
    const more = await Promise.all([refusal('brand=one'), refusal('brand=more')]);
    expect(more.map(([status]) => status)).toEqual([409, 409]);
    expect(await searches(marlow)).toHaveLength(SAVED_SEARCHES_MAX);
  });

  test('is renamed by its owner', async () => {
    const { answer, save, marlow } = await open();
    const { id } = await save(marlow, 'brand=visvim');
    expect(
      await answer(marlow, 'PATCH', `/api/saved-searches/${id}`, { name: ' Dream coat ', alerts: 'off' }),
    ).toMatchObject({ id, name: 'Dream coat', alerts: 'off' });
  });

  test('belongs to its owner alone', async () => {
    const { world, save, searches, marlow, odile } = await open();
    const { id } = await save(marlow, 'brand=visvim');
    expect(await searches(odile)).toEqual([]);
    const calls = [
      world.call('PATCH', `/api/saved-searches/${id}`, { as: odile, json: { name: 'Mine' } }),
      world.call('POST', `/api/saved-searches/${id}/seen`, { as: odile }),
      world.call('DELETE', `/api/saved-searches/${id}`, { as: odile }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('is gone once removed', async () => {
    const { answer, save, searches, marlow } = await open();
    const { id } = await save(marlow, 'brand=visvim');
    await answer(marlow, 'DELETE', `/api/saved-searches/${id}`);
    expect(await searches(marlow)).toEqual([]);
  });

  test('leaves with its owner', async () => {
    const { world, save, marlow, odile } = await open();
    await save(marlow, `seller=${odile.id}`);
    await world.call('PUT', `/api/dismissals/sellers/${odile.id}`, { as: marlow });
    await world.product.ctx.db.transact(async (tx) => {
      await savedSearchPart(world).erase(tx, marlow.id);
    });
    const rows = await world.db.read(async ({ q, t }) => [
      ...(await q.select().from(t.savedSearches)),
      ...(await q.select().from(t.savedSearchKeys)),
      ...(await q.select().from(t.dismissals)),
    ]);
    expect(rows).toEqual([]);
  });
});

test('nothing of saved searches is left when they are off', async () => {
  const world = await openWorld({ features: [] });
  const marlow = await world.join('marlow');
  const json = { query: 'brand=visvim', alerts: 'daily' };
  const calls = [
    world.call('GET', '/api/saved-searches', { as: marlow }),
    world.call('POST', '/api/saved-searches', { as: marlow, json }),
    world.call('GET', '/api/dismissals', { as: marlow }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404]);
});
