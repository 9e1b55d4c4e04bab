import type { Listing } from '@selvedge/shared/items/listings';
import type { Suggestions } from '@selvedge/shared/items/suggestions';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { type StockedListing, stockListings } from '../../../support/people/stock.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';
import { MISSPELLED, SPELLINGS } from './spellings.ts';

/** What a title says, and the terms that find it. */
const TITLES: [string, string[]][] = [
  ['Cashmere scarf', ['scarf', 'scarves', 'scarfs']],
  ['Two cashmere scarves', ['scarf', 'scarves']],
  ['Suede derbys', ['derby', 'derbies', 'derbys']],
  ['Suede derbies', ['derby', 'derbies', 'derbys']],
  ['Kitchen knives', ['knife', 'knives']],
  ['Opinel knife', ['knives']],
  ['Leather gloves', ['glove', 'gloves']],
  ['Silk dresses', ['dress', 'dresses']],
  ['Zip hoodie', ['hoodies', 'hoodie']],
  ['Sweat shirt', ['sweatshirt', 'sweatshirts', 'sweat-shirt', 'sweat shirt', 'shirt']],
  ['Sweatshirt', ['sweat shirt', 'sweat shirts', 'sweat-shirt']],
  ['Over shirts, two', ['overshirt', 'overshirts']],
  ['Overshirt', ['over shirt']],
  ['Turtle neck', ['turtleneck']],
  ['Turtleneck knit', ['turtle neck']],
  ['Boots 10½', ['10.5', '10½', '10 1/2', '10,5']],
  ['Boots 10.5', ['10.5', '10½', '10 1/2', '10,5']],
  ['Boots EUR42', ['eu 42', 'EU42', 'eur 42', '42 eu', '42']],
  ['Boots EU 42', ['EUR42', 'eu42']],
  ['Boots US 10', ['10US', 'us10', 'US 10']],
  ['Boots 10US', ['10US', 'us10', 'US 10']],
  ['Denim 32W', ['W32', 'w 32', '32w']],
  ['Denim W32 L34', ['32x34', '32W 34L', 'w32/l34', 'W32']],
  ['Denim 32x34', ['W32 L34', '32 x 34']],
  ['Tee 2XL', ['xxl', '2xl']],
  ['Cap, one size', ['os', 'O/S', 'one size']],
];

/** Sizes, and the filters that find them. */
const SIZES: [string, string[]][] = [
  ['EUR42', ['EU 42', 'eu42', '42EU', '42']],
  ['EU 42', ['EUR42', '42 EU']],
  ['10US', ['US 10', 'US10', '10 US', '10']],
  ['US 10', ['10US', 'usa10']],
  ['32W', ['W32', 'w 32', '32']],
  ['W32', ['32W', '32 w']],
  ['O/S', ['OS', 'one']],
  ['OS', ['O/S', 'os']],
  ['ONE', ['OS', 'O/S']],
  ['32x34', ['32X34', 'W32']],
  ['10½', ['10.5', '10,5']],
  ['10.5', ['10½']],
  ['XXL', ['2XL', '2xl']],
  ['3XS', ['XXXS']],
  ['Large', ['L', 'large']],
  ['UK 9', ['9UK', 'UK9']],
  ['JP27', ['27 JP', 'JPN27']],
  ['IT 48', ['48IT', '48']],
];

describeOnBothEngines('alike words', ({ engine }) => {
  let shop: World;
  let seller: Actor;
  beforeAll(async () => {
    shop = await startWorld({ engine });
    seller = await shop.join('Marlow');
  });
  beforeEach(() => shop.db.transact(({ q, t }) => q.delete(t.listings).returning({ id: t.listings.id })));
  afterAll(() => shop.close());

  const stock = (items: StockedListing[]) => stockListings(shop.db, seller.id, items);
  async function found(query: Record<string, string>): Promise<Listing[]> {
    const response = await shop.call(
      'GET',
      `/api/listings?${new URLSearchParams({ ...query, limit: '100' })}`,
    );
    expect(response.status, JSON.stringify(query)).toBe(200);
    return (await response.json()) as Listing[];
  }

  test('a title is found by other forms of its words', async () => {
    await stock(TITLES.map(([title]) => ({ title })));
    for (const [title, terms] of TITLES) {
      for (const q of terms) {
        expect(
          (await found({ q })).map((one) => one.title),
          q,
        ).toContain(title);
      }
    }
  });

  test('a word is not found by part of two', async () => {
    await stock([{ title: 'Wool scarf' }, { title: 'Sweat, shirt' }, { title: 'Golf shirt' }]);
    for (const q of ['lscarf', 'scarve', 'ools', 'sweatsh', 'golfsh'])
      expect(await found({ q }), q).toEqual([]);
  });

  test('a size is found in each notation', async () => {
    await stock(SIZES.map(([size]) => ({ size })));
    for (const [size, terms] of SIZES) {
      for (const term of terms) {
        expect(
          (await found({ size: term })).map((one) => one.size),
          `${size} by ${term}`,
        ).toContain(size);
      }
    }
    expect(await found({ size: '34L' })).toEqual([]);
  });

  test('each offered size finds its listings', async () => {
    const odd = [
      '½½',
      'ﷺ',
      '.',
      '...',
      '🦄',
      "'",
      '1 2 3',
      '9½½',
      '山本耀司',
      'Ǆ',
      '⅓',
      '½',
      '1/2',
      'a.b.c',
      '10.0',
    ];
    await stock(
      [...odd, ...SIZES.map(([size]) => size), '5XL', 'EU43½', 'W 31', '44L', 'DE 40', 'XXXXL'].map(
        (size) => ({ size }),
      ),
    );
    const response = await shop.call('GET', '/api/listing-sizes');
    const groups = (await response.json()) as { group: string; sizes: { size: string; items: number }[] }[];
    const offered = groups.flatMap(({ sizes }) => sizes);
    expect(offered.length).toBeGreaterThan(20);
    for (const { size, items } of offered) {
      expect((await found({ size })).length, size).toBeGreaterThanOrEqual(items);
    }
    expect(groups.map(({ group }) => group)).toEqual(expect.arrayContaining(['uk', 'jp']));
  });

  test('a brand is found in each spelling', async () => {
    await stock(SPELLINGS.map(([brand]) => ({ brand })));
    const missed: string[] = [];
    for (const [brand, terms] of SPELLINGS) {
      for (const q of terms) {
        const brands = (await found({ q })).map((one) => one.brand);
        if (!brands.includes(brand)) missed.push(`${brand} by ${q}`);
      }
    }
    expect(missed).toEqual([]);
  });

  test('a misspelled brand is offered', async () => {
    await stock(SPELLINGS.map(([brand]) => ({ brand })));
    const missed: string[] = [];
    for (const [q, brand] of MISSPELLED) {
      const response = await shop.call('GET', `/api/suggestions?${new URLSearchParams({ q })}`);
      const { brands, nearest } = (await response.json()) as Suggestions;
      if (![...nearest, ...brands].some(({ name, items }) => name === brand && items > 0))
        missed.push(`${q}: ${brand}`);
    }
    expect(missed).toEqual([]);
  });
});
