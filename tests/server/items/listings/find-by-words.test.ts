import type { Listing } from '@selvedge/shared/items/listings';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { foldedColumns } from '../../../../server/src/items/listings/folded-columns.ts';
import { indexWords } from '../../../../server/src/items/listings/index-words.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { type StockedListing, stockListings } from '../../../support/people/stock.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

describeOnBothEngines('searching listings by words', ({ engine }) => {
  let shop: World;
  let seller: Actor;
  beforeAll(async () => {
    shop = await startWorld({ engine });
    seller = await shop.join('Marlow');
  });
  beforeEach(() => shop.db.transact(({ q, t }) => q.delete(t.listings).returning({ id: t.listings.id })));
  afterAll(() => shop.close());

  const stock = (items: StockedListing[]) => stockListings(shop.db, seller.id, items);
  async function page(query: string) {
    const response = await shop.call('GET', `/api/listings?${query}`);
    expect(response.status, query).toBe(200);
    return {
      ids: ((await response.json()) as Listing[]).map(({ id }) => id),
      next: /^<\/api\/listings\?(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1],
      total: response.headers.get('x-total-count'),
    };
  }
  /** The places in the stock of what a term finds, in order. */
  async function found(ids: string[], term: string, more = '') {
    const { ids: hits } = await page(`q=${encodeURIComponent(term)}${more}`);
    return hits.map((id) => ids.indexOf(id));
  }

  const BRANDS = [
    'Comme des Garçons',
    'A.P.C.',
    'Arc’teryx',
    'Dr. Martens',
    'Rick Owens',
    'Jean-Paul Gaultier',
    'Crockett & Jones',
    '山本耀司',
    'Y-3',
    'Off_White',
    '無印良品',
    'Zero\u200bWidth',
    'Łódź Atelier',
    'Levi’s',
    '45R',
    'Engineered/Garments',
    '🧵 Thread',
    'Dr.Denim',
    'A P C Golf',
  ];
  const SPELLINGS: [string, number[]][] = [
    ['comme des garcons', [0]],
    ['COMME DES GARÇONS', [0]],
    ['commedesgarcons', [0]],
    ['CDG', [0]],
    ['garc', [0]],
    ['des comme', [0]],
    ['a.p.c', [1, 18]],
    ['apc', [1, 18]],
    ['a p c', [1, 18]],
    ["arc'teryx", [2]],
    ['arc´teryx', [2]],
    ['arcteryx', [2]],
    ['arc teryx', [2]],
    ['dr martens', [3]],
    ['drmartens', [3]],
    ['Dr.Martens', [3]],
    ['doc martens', [3]],
    ['rickowens', [4]],
    ['rick owens', [4]],
    ['rick-owens', [4]],
    ['"rick owens"', [4]],
    ['rickow', [4]],
    ['owens', [4]],
    ['wens', []],
    ['jean paul', [5]],
    ['jeanpaul', [5]],
    ['JPG', [5]],
    ['crockett jones', [6]],
    ['crockett and jones', [6]],
    ['crockett & jones', [6]],
    ['crockettjones', [6]],
    ['山本', [7]],
    ['本耀', [7]],
    ['山', [7]],
    ['山本耀司', [7]],
    ['山司', []],
    ['yohji yamamoto', [7]],
    ['y-3', [8]],
    ['y3', [8]],
    ['off white', [9]],
    ['off/white', [9]],
    ['offwhite', [9]],
    ['良品', [10]],
    ['zerowidth', [11]],
    ['zero\u200bwidth', [11]],
    ['lodz', [12]],
    ['levis', [13]],
    ["levi's", [13]],
    ['levi', [13]],
    ['45', [14]],
    ['engineered garments', [15]],
    ['engineered_garments', [15]],
    ['🧵', [16]],
    ['dr denim', [17]],
    ['kapital', []],
  ];
  test('a brand is found however it is spelled', async () => {
    const ids = await stock(BRANDS.map((brand) => ({ brand })));
    for (const [term, places] of SPELLINGS) {
      expect(
        (await found(ids, term)).sort((a, b) => a - b),
        term,
      ).toEqual(places);
    }
  });

  test("a short name finds a house's items alone", async () => {
    const ids = await stock([
      { brand: 'Nike', title: 'Size 10 boots' },
      { title: 'Wool dress from Germany' },
      { title: '8 ball tee' },
      { brand: 'SI', title: 'Parka' },
      { brand: 'D&G', title: 'Belt' },
    ]);
    expect(await found(ids, 'stone island')).toEqual([3]);
    expect(await found(ids, 'dolce gabbana')).toEqual([4]);
    expect(await found(ids, 'balenciaga')).toEqual([]);
  });

  test('a repeated word counts once', async () => {
    const ids = await stock([{ title: 'Denim jacket' }]);
    expect(await found(ids, 'jacket '.repeat(12))).toEqual([0]);
  });

  test('a title is found by the beginnings of its words', async () => {
    const ids = await stock([
      { title: 'T-Shirt with pocket' },
      { title: 'tshirt' },
      { title: 'Tee shirts' },
      { title: 'Suede derbies' },
      { title: 'Wool jacket' },
      { title: 'V neck' },
    ]);
    expect(await found(ids, 't shirt')).toEqual([0, 1, 2]);
    expect(await found(ids, 'tshirt')).toEqual([0, 1]);
    expect(await found(ids, 't-shirts')).toEqual([0, 1, 2]);
    expect(await found(ids, 'derby')).toEqual([3]);
    expect(await found(ids, 'jackets')).toEqual([4]);
    expect(await found(ids, 'jack')).toEqual([4]);
    expect(await found(ids, 'acket')).toEqual([]);
    expect(await found(ids, 'vneck')).toEqual([5]);
    expect(await found(ids, 'wool jacket')).toEqual([4]);
    expect(await found(ids, 'wool shirt')).toEqual([]);
  });

  test('brand hits come before titles, titles before descriptions', async () => {
    const ids = await stock([
      { description: 'Like a Kapital jacket' },
      { title: 'Kapital style jacket' },
      { brand: 'Kapital', title: 'Coat', description: 'or jacket' },
      { description: 'Kapital jacket' },
      { brand: 'Kapital', title: 'Jacket' },
      { title: 'Jacket', brand: 'Visvim' },
    ]);
    expect(await found(ids, 'kapital')).toEqual([2, 4, 1, 0, 3]);
    expect(await found(ids, 'kapital jacket')).toEqual([2, 4, 1, 0, 3]);
    expect(await found(ids, 'ka')).toEqual([2, 4, 1, 0, 3]);
    expect(await found(ids, 'kapital', '&sort=newest')).toEqual([4, 3, 2, 1, 0]);
  });

  test('pages follow each other across ranks', async () => {
    const ids = await stock(
      Array.from({ length: 23 }, (_, n) =>
        n % 3 === 0 ? { brand: 'Kapital' } : n % 3 === 1 ? { title: 'Kapital' } : { description: 'Kapital' },
      ),
    );
    for (const sort of ['bumped', 'newest', 'price-asc', 'price-desc']) {
      const seen: string[] = [];
      let query: string | undefined = `q=kapital&limit=4&sort=${sort}`;
      const first = await page(query);
      expect(first.total).toBe('23');
      while (query) {
        const here: Awaited<ReturnType<typeof page>> = await page(query);
        seen.push(...here.ids);
        query = here.next;
      }
      expect([...seen].sort(), sort).toEqual([...ids].sort());
      if (sort === 'bumped') {
        const ranks = seen.map((id) => ids.indexOf(id) % 3);
        expect(ranks).toEqual([...ranks].sort());
      }
    }
  });

  test('a search combines with every filter', async () => {
    const ids = await stock([
      { brand: 'Kapital', category: 'Outerwear', size: 'L', price: 100 },
      { brand: 'Kapital', category: 'Tops', size: '2XL', price: 200 },
      { brand: 'Kapital', category: 'Tops', size: 'M', price: 300 },
      { brand: 'Visvim', category: 'Tops', size: 'M', price: 300 },
    ]);
    expect(await found(ids, 'kapital', '&category=Tops')).toEqual([1, 2]);
    expect(await found(ids, 'kapital', '&size=M&size=XXL')).toEqual([1, 2]);
    expect(await found(ids, 'kapital', '&minPrice=150&maxPrice=250')).toEqual([1]);
    expect(await found(ids, 'kapital', '&brand=vis')).toEqual([]);
    expect(await found(ids, 'kapital', '&sold=true')).toEqual([]);
    expect(await found(ids, 'kapital', '&condition=Used&sort=price-desc')).toEqual([2, 1, 0]);
  });

  test('the sizes of a result are grouped', async () => {
    await stock([
      { size: 'XXL' },
      { size: '2XL', title: 'Wide' },
      { size: 'm' },
      { size: 'OS' },
      { size: '32', category: 'Bottoms' },
      { size: 'W32', category: 'Bottoms' },
      { size: 'EU42', category: 'Footwear' },
      { size: '9½', category: 'Footwear' },
      { size: 'US 9', category: 'Footwear' },
      { size: 'IT 48', category: 'Outerwear' },
      { size: '48', category: 'Outerwear' },
      { size: 'free' },
      { size: 'EU43½', category: 'Footwear' },
      { size: '5XL' },
    ]);
    const sizes = async (query: string) => {
      const response = await shop.call('GET', `/api/listing-sizes?${query}`);
      expect(response.status).toBe(200);
      const groups = (await response.json()) as { group: string; sizes: { size: string; items: number }[] }[];
      return groups.map((of) => [
        of.group,
        of.sizes.map(({ size, items }) => `${size} ×${items}`).join(', '),
      ]);
    };
    expect(await sizes('')).toEqual([
      ['letters', 'M ×1, XXL ×2, 5XL ×1, OS ×1'],
      ['waist', '32 ×1, W 32 ×1'],
      ['eu', 'EU 42 ×1, EU43½ ×1, 48 ×1, IT 48 ×1'],
      ['us-shoes', 'US 9 ×1, 9.5 ×1'],
      ['other', 'FREE ×1'],
    ]);
    expect(await sizes('size=EU43%C2%BD')).toEqual([['eu', 'EU43½ ×1']]);
    expect(await sizes('category=Footwear&size=9.5')).toEqual([['us-shoes', '9.5 ×1']]);
    expect(await sizes('q=wide')).toEqual([['letters', 'XXL ×1']]);
    expect(await sizes('q=%25')).toEqual([]);
  });

  test('a search follows each change of a listing', async () => {
    const [id = ''] = await stock([{ brand: 'Kapital' }]);
    const change = async (columns: object) => {
      await shop.db.transact(({ q, t }) =>
        q.update(t.listings).set(columns).where(eq(t.listings.id, id)).returning({ id: t.listings.id }),
      );
    };
    await change({ removedAt: new Date() });
    expect(await found([id], 'kapital')).toEqual([]);
    await change({ removedAt: null });
    expect(await found([id], 'kapital')).toEqual([0]);
    await change({ searchWords: foldedColumns({ brand: 'Visvim', title: 'x', size: 'M' }).searchWords });
    expect([await found([id], 'kapital'), await found([id], 'visvim')]).toEqual([[], [0]]);
    await change({ isSold: true, category: 'Footwear' });
    expect(await found([id], 'visvim', '&sold=true&category=Footwear')).toEqual([0]);
  });

  test('an order follows each change of a listing', async () => {
    const ids = await stock([{}, {}, {}]);
    const [, middle = ''] = ids;
    for (const [sort, columns, order] of [
      ['newest', { createdAt: new Date() }, [1, 2, 0]],
      ['newest', { createdAt: new Date(0) }, [2, 0, 1]],
      ['bumped', { bumpedAt: new Date() }, [1, 0, 2]],
      ['price-desc', { priceCents: 1 }, [2, 0, 1]],
    ] as const) {
      await shop.db.transact(({ q, t }) =>
        q.update(t.listings).set(columns).where(eq(t.listings.id, middle)).returning({ id: t.listings.id }),
      );
      expect(await found(ids, 'thing', `&sort=${sort}`), JSON.stringify(columns)).toEqual(order);
    }
  });

  test('listings of an earlier version are indexed', async () => {
    const [id = ''] = await stock([{ brand: 'Kapital', size: '2XL' }]);
    await shop.db.transact(({ q, t }) =>
      q.update(t.listings).set({ searchWords: null, sizeWords: ' 2xl ' }).returning({ id: t.listings.id }),
    );
    expect(await found([id], 'kapital')).toEqual([]);
    await indexWords(shop.db);
    expect(await found([id], 'kapital', '&size=XXL')).toEqual([0]);
  });

  test('a cursor of another search is refused', async () => {
    await stock([{ brand: 'Kapital' }, { brand: 'Kapital' }, { brand: 'Visvim' }]);
    const cursorOf = async (query: string) => new URLSearchParams((await page(query)).next).get('cursor');
    const own = await cursorOf('q=kapital&limit=1');
    const ofGrid = await cursorOf('limit=1');
    for (const [query, cursor] of [
      ['q=visvim', own],
      ['q=kapital', ofGrid],
      ['q=kapital&sort=newest', own],
      ['brand=kapital', own],
      ['q=kapital', 'nonsense'],
    ]) {
      const response = await shop.call('GET', `/api/listings?${query}&cursor=${cursor}`);
      expect([query, response.status]).toEqual([query, 400]);
      expect(await response.json()).toMatchObject({ message: 'This cursor does not belong to this list.' });
    }
  });

  test('odd terms are refused or find nothing', async () => {
    await stock([{ brand: 'Kapital', title: 'a OR b NEAR c' }]);
    const status = async (term: string) => {
      const response = await shop.call('GET', `/api/listings?q=${encodeURIComponent(term)}`);
      return [response.status, ((await response.json()) as unknown[]).length];
    };
    const nothing = [
      '%',
      '*',
      '"',
      "'",
      '\\',
      '(',
      '🦄',
      '" OR "',
      "kapital' | 'b",
      '*:*',
      '!',
      '&',
      'x:*',
      '\0',
    ];
    for (const term of nothing.slice(0, 7)) expect([term, await status(term)]).toEqual([term, [200, 0]]);
    for (const term of nothing.slice(7)) expect([400, 200], term).toContain((await status(term))[0]);
    for (const term of ['', '   ', '\u200b', 'x'.repeat(10_000)]) {
      expect([term.length, (await status(term))[0]]).toEqual([term.length, 400]);
    }
    expect(await status('k'.repeat(200))).toEqual([200, 0]);
    expect(await status('a '.repeat(100))).toEqual([200, 1]);
  });
});
