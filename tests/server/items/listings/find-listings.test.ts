import type { Listing } from '@selvedge/shared/items/listings';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { foldedColumns } from '../../../../server/src/items/listings/folded-columns.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

const START = Date.UTC(2026, 0, 1);

interface Stock {
  title: string;
  brand?: string;
  category?: Listing['category'];
  condition?: Listing['condition'];
  size?: string;
  /** US dollars. */
  price?: number;
  isSold?: boolean;
}

let shop: World;
let seller: Actor;
function shareShop(engine: Engine): void {
  beforeAll(async () => {
    shop = await startWorld({ engine });
    seller = await shop.join('Marlow');
  });
  beforeEach(() => shop.db.transact(({ q, t }) => q.delete(t.listings).returning({ id: t.listings.id })));
  afterAll(() => shop.close());
}

/** Creates listings a second apart, bumped in the opposite order. */
async function stock(items: Stock[]) {
  const rows = items.map(
    ({ title, brand = 'Kapital', size = 'M', price = 10, isSold = false, ...events }, n) => ({
      id: uuidv7(),
      sellerId: seller.id,
      title,
      brand,
      ...foldedColumns({ brand, size, title }),
      category: 'Tops' as const,
      size,
      condition: 'Used' as const,
      ...events,
      priceCents: Math.round(price * 100),
      isSold,
      soldAt: isSold ? new Date(START) : null,
      photos: [],
      createdAt: new Date(START + n * 1_000),
      bumpedAt: new Date(START + (items.length - n) * 1_000),
    }),
  );
  await shop.db.transact((tx) => tx.q.insert(tx.t.listings).values(rows).returning());
  return rows;
}
async function page(path: string) {
  const response = await shop.call('GET', path);
  expect(response.status, path).toBe(200);
  return {
    listings: (await response.json()) as Listing[],
    next: /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1],
    total: response.headers.get('x-total-count'),
  };
}
const find = async (query: string) =>
  (await page(`/api/listings?${query}`)).listings.map(({ title }) => title).join(' ');
/** Walks through all pages of a list, two listings each unless the query says otherwise. */
async function walk(query: string, between: () => Promise<unknown> = async () => undefined) {
  const seen: Listing[] = [];
  let next: string | undefined = `/api/listings?${/limit=/.test(query) ? '' : 'limit=2&'}${query}`;
  while (next) {
    const here: Awaited<ReturnType<typeof page>> = await page(next);
    seen.push(...here.listings);
    next = here.next;
    await between();
  }
  return seen;
}

const WARDROBE: Stock[] = [
  { title: 'tee', category: 'Tops', condition: 'Used', size: 'M', price: 48 },
  { title: 'knit', category: 'Tops', condition: 'Gently used', size: 'm', price: 240, brand: 'Visvim' },
  { title: 'jeans', category: 'Bottoms', condition: 'Used', size: '32', price: 120, isSold: true },
  { title: 'boots', category: 'Footwear', condition: 'Very worn', size: '42', price: 99.5, brand: 'Guidi' },
  { title: 'belt', category: 'Accessories', condition: 'New/Never worn', size: 'OS', price: 48 },
];

describeOnBothEngines('finding listings', ({ engine }) => {
  shareShop(engine);

  test('each filter returns exactly what matches it', async () => {
    await stock(WARDROBE);
    expect(await find('category=Tops')).toBe('tee knit');
    expect(await find('condition=Used')).toBe('tee jeans');
    expect(await find('condition=New%2FNever%20worn')).toBe('belt');
    expect(await find('size=M')).toBe('tee knit');
    expect(await find('size=os')).toBe('belt');
    expect(await find('sold=true')).toBe('jeans');
    expect(await find('sold=false')).toBe('tee knit boots belt');
    expect(await find('minPrice=99.50')).toBe('knit jeans boots');
    expect(await find('maxPrice=99.49')).toBe('tee belt');
    expect(await find('minPrice=48&maxPrice=120')).toBe('tee jeans boots belt');
    expect(await find('minPrice=0&maxPrice=10000000')).toBe('tee knit jeans boots belt');
    expect(await find('minPrice=200&maxPrice=100')).toBe('');
    expect(await find('brand=kapital&category=Tops')).toBe('tee');
    expect(await find('brand=vis&category=Tops&condition=Gently%20used&size=M&minPrice=200&sold=false')).toBe(
      'knit',
    );
    expect(await find('category=Outerwear')).toBe('');
  });

  test('a size finds whole words of a size', async () => {
    const sizes = ['42', 'EU 42', '42/M', '142', '42.5', '42,5', '42½', 'M', 'XM', 'S-M', "Men's"];
    await stock(sizes.map((size, n) => ({ title: String(n), size })));
    const found = async (size: string, more = '') =>
      (await find(`size=${encodeURIComponent(size)}${more}`)).split(' ').map((n) => sizes[Number(n)]);
    expect(await found('42')).toEqual(['42', 'EU 42', '42/M']);
    expect(await found('eu 42')).toEqual(['EU 42']);
    expect(await found('42.5')).toEqual(['42.5', '42,5', '42½']);
    expect(await found('m')).toEqual(['42/M', 'M', 'S-M']);
    expect(await found('4\u200b2', '&brand=kapital&sort=newest')).toEqual(['42/M', 'EU 42', '42']);
  });

  test('a search counts exactly up to a thousand', async () => {
    const stocked = (count: number) => stock(Array.from({ length: count }, (_, n) => ({ title: `t${n}` })));
    const queries = ['brand=kapital', 'category=Tops', 'minPrice=1', 'brand=ap&sort=price-desc'];
    const counted = async (query: string) => {
      const { headers } = await shop.call('GET', `/api/listings?limit=10&${query}`);
      return [headers.get('x-total-count'), headers.get('x-total-count-capped')];
    };
    for (const [more, ...expected] of [
      [999, '999', null],
      [1, '1000', null],
      [1, '1000', 'true'],
      [2, '1000', 'true'],
    ] as const) {
      await stocked(more);
      for (const query of queries) expect([query, await counted(query)]).toEqual([query, expected]);
    }
    expect((await walk('brand=kapital&limit=100')).length).toBe(1_003);
  });

  test('every order holds across all pages', async () => {
    const rows = await stock([...WARDROBE, ...WARDROBE, { title: 'hat', price: 48 }]);
    const titles = (sort: (a: (typeof rows)[0], b: (typeof rows)[0]) => number, only = rows) =>
      [...only].sort(sort).map(({ id }) => id);
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    const orders = {
      bumped: titles((a, b) => b.bumpedAt.getTime() - a.bumpedAt.getTime()),
      newest: titles((a, b) => b.createdAt.getTime() - a.createdAt.getTime()),
      'price-asc': titles((a, b) => a.priceCents - b.priceCents || byId(a, b)),
      'price-desc': titles((a, b) => b.priceCents - a.priceCents || byId(b, a)),
    };
    const cheap = new Set(rows.filter(({ priceCents }) => priceCents <= 12_000).map(({ id }) => id));
    for (const [sort, ids] of Object.entries(orders)) {
      expect(
        (await walk(`sort=${sort}`)).map(({ id }) => id),
        sort,
      ).toEqual(ids);
      expect((await walk(`sort=${sort}&maxPrice=120&category=Tops`)).map(({ title }) => title)).toEqual(
        ids.flatMap((id) =>
          rows
            .filter((row) => row.id === id && cheap.has(id) && row.category === 'Tops')
            .map(({ title }) => title),
        ),
      );
      expect((await walk(`sort=${sort}&brand=kapital`)).map(({ id }) => id)).toEqual(
        ids.filter((id) => rows.some((row) => row.id === id && row.brand === 'Kapital')),
      );
    }
  });

  test('concurrent bumps repeat no listing', async () => {
    const rows = await stock(Array.from({ length: 20 }, (_, n) => ({ title: `t${n}`, price: n + 1 })));
    let turn = 0;
    const bumped = new Set<string>();
    const disturb = async () => {
      const row = rows[(turn * 7) % rows.length];
      turn += 1;
      if (!row) return;
      bumped.add(row.id);
      const at = new Date(START + 3_600_000 + turn);
      await shop.db.transact(async (tx) => {
        await tx.q
          .update(tx.t.listings)
          .set({ bumpedAt: at })
          .where(eq(tx.t.listings.id, row.id))
          .returning();
        await tx.q
          .insert(tx.t.listings)
          .values({ ...row, id: uuidv7(), title: 'late', bumpedAt: at, createdAt: at, priceCents: 1 })
          .returning();
      });
    };
    for (const sort of ['bumped', 'newest', 'price-asc', 'price-desc']) {
      bumped.clear();
      const ids = (await walk(`sort=${sort}`, disturb)).map(({ id }) => id);
      expect(new Set(ids).size, sort).toBe(ids.length);
      // A listing can be missed only in the bump order, by moving above the reader's position.
      for (const { id } of rows) if (sort !== 'bumped' || !bumped.has(id)) expect(ids, sort).toContain(id);
    }
  });

  test('SQL metacharacters in a size match literally', { tags: ['sql-injection'] }, async () => {
    await stock([{ title: 'odd', size: "'%_\\" }, { title: 'other' }]);
    expect(await find(`size=${encodeURIComponent("'%_\\")}`)).toBe('odd');
    expect(await find('size=%25')).toBe('');
  });
});

describeOnEngines('finding listings', ({ engine }) => {
  shareShop(engine);

  test('the first page reports the total of the filter', async () => {
    await stock(WARDROBE);
    const first = await page('/api/listings?sold=false&limit=3');
    expect([first.listings.length, first.total]).toEqual([3, '4']);
    expect((await page(first.next ?? '')).total).toBeNull();
    expect((await page('/api/listings?category=Outerwear')).total).toBe('0');
    for (const query of ['', 'sort=price-asc', 'sort=newest&limit=2']) {
      expect((await page(`/api/listings?${query}`)).total, query).toBe('5');
    }
  });

  test('a forged cursor is refused', async () => {
    await stock(WARDROBE);
    const cursorIn = async (sort: string) =>
      new URL((await page(`/api/listings?limit=2&sort=${sort}`)).next ?? '', 'http://x').searchParams.get(
        'cursor',
      );
    const sorts = ['bumped', 'newest', 'price-asc', 'price-desc'];
    const cursors = await Promise.all(sorts.map(cursorIn));
    for (const [i, sort] of sorts.entries()) {
      for (const [k, cursor] of cursors.entries()) {
        const { status } = await shop.call('GET', `/api/listings?sort=${sort}&cursor=${cursor}`);
        expect(status, `${sorts[k]} in ${sort}`).toBe(i === k ? 200 : 400);
      }
    }
    const made = (text: string) => Buffer.from(text).toString('base64url');
    const id = uuidv7();
    for (const text of [
      'price-asc.x.1',
      `price-asc.-1.${id}`,
      `price-asc.99999999999.${id}`,
      `price-asc.1.${id}.1`,
    ]) {
      const { status } = await shop.call('GET', `/api/listings?sort=price-asc&cursor=${made(text)}`);
      expect(status, text).toBe(400);
    }
  });

  test('an unknown filter value is refused', async () => {
    const bad = [
      'category=tops',
      'category=',
      'category=Hats',
      'condition=used',
      'size=',
      'size=123456',
      'minPrice=',
      'minPrice=-1',
      'minPrice=1e3',
      'minPrice=1,000',
      'minPrice=1.234',
      'maxPrice=10000000.01',
      'maxPrice=many',
      'sold=1',
      'sold=',
      'sort=',
      'sort=cheapest',
      'minprice=1',
    ];
    for (const query of bad) {
      const response = await shop.call('GET', `/api/listings?${query}`);
      expect(response.status, query).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_input' });
    }
  });
});
