import type { Suggestions } from '@selvedge/shared/items/suggestions';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings } from '../../../../server/src/instance/settings/change-settings.ts';
import { addListing } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

describeOnBothEngines('suggesting brands', ({ engine }) => {
  let shop: World;
  let sellerId: string;
  beforeAll(async () => {
    shop = await startWorld({ engine });
    ({ id: sellerId } = await shop.join('Marlow'));
    for (const [brand, items] of Object.entries({
      'Rick Owens': 3,
      'RICK OWENS': 1,
      Balenciaga: 2,
      Vetements: 1,
      'Comme des Garçons': 2,
      'Maison Martin Margiela': 1,
      'A.P.C.': 1,
      Owen: 1,
      Guidi: 1,
      "Arc'teryx": 1,
    })) {
      for (let n = 0; n < items; n += 1) await addListing(shop.db, sellerId, { brand });
    }
  });
  afterAll(() => shop.close());

  async function suggestionsFor(term: string): Promise<Suggestions> {
    const response = await shop.call('GET', `/api/suggestions?q=${encodeURIComponent(term)}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Suggestions;
  }
  const listed = (brands: Suggestions['brands']) => brands.map(({ name, items }) => `${name} ${items}`);

  test('a brand is suggested by the beginnings of its words', async () => {
    const brandsFor = async (term: string) => listed((await suggestionsFor(term)).brands);
    expect(await brandsFor('rick')).toContain('Rick Owens 4');
    expect(await brandsFor('owen')).toEqual(['Owen 1', 'Rick Owens 4']);
    expect((await brandsFor('rickow'))[0]).toBe('Rick Owens 4');
    expect(await brandsFor('garcons comme')).toEqual(['Comme des Garçons 2']);
    expect(await brandsFor('a.p')).toContain('A.P.C. 1');
    expect(await brandsFor('arcteryx')).toContain("Arc'teryx 1");
    expect((await brandsFor('cdg'))[0]).toBe('Comme des Garçons 2');
    expect((await brandsFor('maison martin margiela')).slice(0, 2)).toEqual([
      'Maison Margiela 0',
      'Maison Martin Margiela 1',
    ]);
    expect(await brandsFor('%')).toEqual([]);
  });

  test('categories are suggested by name or kind of item', async () => {
    const categoriesFor = async (term: string) => (await suggestionsFor(term)).categories;
    expect(await categoriesFor('foot')).toEqual(['Footwear']);
    expect(await categoriesFor('Jackets')).toEqual(['Outerwear']);
    expect(await categoriesFor('zzz')).toEqual([]);
  });

  test('the nearest brands are a letter or two off', async () => {
    const nearestTo = async (term: string) => listed((await suggestionsFor(term)).nearest);
    expect(await nearestTo('balenciage')).toEqual(['Balenciaga 2']);
    expect(await nearestTo('vetments')).toEqual(['Vetements 1']);
    expect(await nearestTo('abelnciaga')).toEqual(['Balenciaga 2']);
    expect(await nearestTo('balnciage')).toEqual(['Balenciaga 2']);
    expect(await nearestTo('bblnciage')).toEqual([]);
    expect(await nearestTo('giudi')).toEqual(['Guidi 1']);
    expect(await nearestTo('giudy')).toEqual([]);
    expect(await nearestTo('rickowens')).toEqual(['Rick Owens 4']);
    expect(await nearestTo('margeila')).toEqual(['Maison Martin Margiela 1']);
    expect(await nearestTo('CDG')).toEqual(['Comme des Garçons 2']);
    expect(await nearestTo('g')).toEqual([]);
  });

  test('counts follow every change of the listings', async () => {
    const countOf = async () => listed((await suggestionsFor('visvim')).brands)[0];
    expect(await countOf()).toBe('Visvim 0');
    const id = await addListing(shop.db, sellerId, { brand: 'visvim' });
    await addListing(shop.db, sellerId, { brand: 'VISVIM', removedAt: new Date() });
    expect(await countOf()).toBe('visvim 1');
    const change = (columns: object) =>
      shop.db.transact(({ q, t }) =>
        q.update(t.listings).set(columns).where(eq(t.listings.id, id)).returning({ id: t.listings.id }),
      );
    await change({ brand: 'VISVIM' });
    expect(await countOf()).toBe('VISVIM 1');
    await change({ removedAt: new Date() });
    expect(await countOf()).toBe('Visvim 0');
    await change({ removedAt: null, brand: 'Visvim' });
    expect(await countOf()).toBe('Visvim 1');
    await shop.db.transact(({ q, t }) => q.delete(t.listings).where(eq(t.listings.id, id)).returning());
    expect(await countOf()).toBe('Visvim 0');
  });

  test('an admin adds other names of houses', async () => {
    await changeSettings(shop.db, { brandAliases: 'Guidi = Tannery One, GD1' }, null);
    await expect
      .poll(async () => listed((await suggestionsFor('gd1')).brands), { timeout: 5_000 })
      .toEqual(['Guidi 1']);
    const response = await shop.call('GET', '/api/listings?q=tannery%20one');
    expect(((await response.json()) as { brand: string }[]).map(({ brand }) => brand)).toEqual(['Guidi']);
  });

  test('odd texts suggest nothing', async () => {
    for (const term of ['', '  ', '%', '*', '"', '🦄', "'; --"]) {
      expect(await suggestionsFor(term)).toEqual({ brands: [], categories: [], nearest: [] });
    }
    const response = await shop.call('GET', `/api/suggestions?q=${'x'.repeat(10_000)}`);
    expect(response.status).toBe(400);
  });
});
