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

  test('part of a name may be misspelled', async () => {
    const nearestTo = async (term: string) => listed((await suggestionsFor(term)).nearest)[0];
    await addListing(shop.db, sellerId, { brand: 'Maison Margiela' });
    await addListing(shop.db, sellerId, { brand: 'Dr. Martens' });
    await addListing(shop.db, sellerId, { brand: 'Saint Laurent' });
    for (const term of ['margeila', 'martin margeila', 'Margiella'])
      expect(await nearestTo(term), term).toMatch(/Margiela/);
    for (const term of ['doc marten', 'doc martins', 'drmartns', 'doctor martens', 'marten'])
      expect(await nearestTo(term), term).toBe('Dr. Martens 1');
    for (const term of ['st laurent', 'st. laurent', 'yves st laurent', 'saint lorent', 'stlaurent'])
      expect(await nearestTo(term), term).toBe('Saint Laurent 1');
  });

  test('a misspelled word among several is corrected', async () => {
    await addListing(shop.db, sellerId, { brand: 'Maison Margiela', title: 'Tabi boots' });
    const spelled = async (term: string) => (await suggestionsFor(term)).spelled;
    expect(await spelled('margiela tabi bots')).toBe('margiela tabi boots');
    expect(await spelled('margeila tabi')).toBe('margiela tabi');
    expect(await spelled('margiela tabi boots')).toBe('margiela tabi boots');
    expect(await spelled('margiela tabi xxxxxxx')).toBeNull();
    expect((await suggestionsFor('margiela zzzzzz qqqqqq')).nearest[0]?.name).toMatch(/Margiela/);
  });

  test('a misspelled fabric is corrected', async () => {
    await addListing(shop.db, sellerId, { title: 'Trucker, sashiko lining, herringbone' });
    const spelled = async (term: string) => (await suggestionsFor(term)).spelled;
    for (const term of ['sashico', 'sashikko', 'shashiko']) expect(await spelled(term)).toBe('sashiko');
    expect(await spelled('sashiko herringbon')).toBe('sashiko herringbon');
    expect(await spelled('herinbone trucker')).toBe('herringbone trucker');
    expect(await spelled('corduroi')).toBeNull();
  });

  test('a viewer is offered only what they find', async () => {
    const [viewer, blocked] = [await shop.join('Odile'), await shop.join('Ines')];
    await addListing(shop.db, blocked.id, { brand: 'Zimmermann', size: 'XXS' });
    await addListing(shop.db, blocked.id, { brand: 'Auralee' });
    await addListing(shop.db, sellerId, { brand: 'Auralee' });
    const offered = async () => {
      const read = async (path: string) => (await shop.call('GET', path, { as: viewer })).json();
      const brandsFor = async (q: string) => {
        const { brands, nearest } = (await read(`/api/suggestions?q=${q}`)) as Suggestions;
        return [...listed(brands), ...listed(nearest)].filter((one) => !one.endsWith(' 0'));
      };
      const sizes = JSON.stringify(await read('/api/listing-sizes'));
      return [
        await brandsFor('zimm'),
        await brandsFor('zimermann'),
        await brandsFor('auralee'),
        sizes.includes('XXS'),
      ];
    };
    const all = [['Zimmermann 1'], ['Zimmermann 1'], ['Auralee 2', 'Auralee 2'], true];
    const left = [[], [], ['Auralee 1', 'Auralee 1'], false];
    expect(await offered()).toEqual(all);
    expect((await shop.call('PUT', `/api/blocks/${blocked.id}`, { as: viewer })).ok).toBe(true);
    expect(await offered()).toEqual(left);
    expect((await shop.call('DELETE', `/api/blocks/${blocked.id}`, { as: viewer })).ok).toBe(true);
    expect(await offered()).toEqual(all);
    const dismissed = await shop.call('PUT', `/api/dismissals/sellers/${blocked.id}`, { as: viewer });
    expect(dismissed.ok).toBe(true);
    expect(await offered()).toEqual(left);
  });

  test('a search names a house by up to twenty other names', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `Q${n}ery`);
    await changeSettings(shop.db, { brandAliases: `Guidi = ${names.join(', ')}` }, null);
    const find = async (q: string) =>
      ((await (await shop.call('GET', `/api/listings?q=${q}`)).json()) as { brand: string }[]).length;
    await expect.poll(() => find('q59ery'), { timeout: 5_000 }).toBe(1);
    await addListing(shop.db, sellerId, { brand: 'Q5ery' });
    await addListing(shop.db, sellerId, { brand: 'Q55ery' });
    expect(await find('guidi')).toBe(2);
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
      expect(await suggestionsFor(term)).toEqual({
        ...{ brands: [], categories: [], nearest: [], spelled: null },
      });
    }
    const response = await shop.call('GET', `/api/suggestions?q=${'x'.repeat(10_000)}`);
    expect(response.status).toBe(400);
  });
});
