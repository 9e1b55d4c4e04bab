import { gzipSync } from 'node:zlib';
import { CardListing, type Listing } from '@selvedge/shared/items/listings';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { foldedColumns } from '../../../../server/src/items/listings/folded-columns.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { encodeCursor } from '../../../../server/src/platform/core/paging.ts';
import { addListing } from '../../../support/people/market.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { worldForAll } from '../../../support/world.ts';

const START = Date.UTC(2026, 0, 1);

describeOnBothEngines('the grid', ({ engine }) => {
  const shop = worldForAll({ engine });
  let seller: Actor;
  beforeAll(async () => {
    seller = await shop.join('Marlow');
  });
  beforeEach(() => shop.db.transact(({ q, t }) => q.delete(t.listings).returning({ id: t.listings.id })));

  /** Creates listings of these brands, bumped a second apart or all at the same instant. */
  async function stock(brands: string[], { at = 'spaced' }: { at?: 'spaced' | 'simultaneous' } = {}) {
    const rows = brands.map((brand, n) => {
      const bumpedAt = new Date(START + (at === 'spaced' ? n * 1_000 : 0));
      return {
        id: uuidv7(),
        sellerId: seller.id,
        title: `Item ${n}`,
        brand,
        ...foldedColumns({ brand, size: 'M', title: `Item ${n}` }),
        category: 'Tops' as const,
        size: 'M',
        condition: 'Used' as const,
        priceCents: 1_000,
        photos: [],
        createdAt: bumpedAt,
        bumpedAt,
      };
    });
    await shop.db.transact((tx) => tx.q.insert(tx.t.listings).values(rows).returning());
    return rows;
  }
  const page = async (path: string) => {
    const response = await shop.call('GET', path);
    expect(response.status, path).toBe(200);
    return {
      listings: (await response.json()) as Listing[],
      next: /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1],
      total: response.headers.get('x-total-count'),
    };
  };
  const titles = async (query: string) =>
    (await page(`/api/listings?${query}`)).listings.map(({ title }) => title);
  const search = (brand: string) => titles(`brand=${encodeURIComponent(brand)}`);

  test('is compressed for clients that accept it', async () => {
    await stock(Array(60).fill('Kapital'));
    const request = (encoding: string) =>
      shop.call('GET', '/api/listings', { headers: { 'accept-encoding': encoding } });
    const compressed = await request('gzip');
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(compressed.headers.get('vary')).toBe('Accept-Encoding');
    // The client has decompressed it.
    const plain = await (await request('identity')).text();
    expect(await compressed.text()).toBe(plain);
    expect(gzipSync(plain).length).toBeLessThan(plain.length / 4);
  });

  test('has pages of sixty, the latest bump first', async () => {
    for (const at of ['spaced', 'simultaneous'] as const) await stock(Array(75).fill('Kapital'), { at });
    const first = await page('/api/listings');
    expect(first.listings).toHaveLength(60);
    expect(first.listings[0]?.title).toBe('Item 74');
    const seen = [...first.listings];
    let next = first.next;
    while (next) {
      const more = await page(next);
      seen.push(...more.listings);
      next = more.next;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(150);
    const order = seen.map(({ bumpedAt, id }) => `${bumpedAt} ${id}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  test.each(['', 'brand=kap', 'q=item'])('has cards alone on request (%s)', async (query) => {
    await stock(['Kapital', 'Kapital']);
    const [whole, cards] = [
      await page(`/api/listings?${query}`),
      await page(`/api/listings?fields=card&limit=1&${query}`),
    ];
    const next = await page(cards.next ?? '');
    const parts = whole.listings.map((listing) => CardListing.parse(listing));
    expect(parts).toHaveLength(2);
    expect([...cards.listings, ...next.listings]).toEqual(
      parts.map((card) => ({ ...card, images: card.images.slice(0, 1) })),
    );
  });

  test('a listing added meanwhile shifts no later page', async () => {
    await stock(['A', 'B', 'C', 'D']);
    const first = await page('/api/listings?limit=2');
    await addListing(shop.db, seller.id);
    const second = await page(first.next ?? '');
    expect([...first.listings, ...second.listings].map(({ brand }) => brand)).toEqual(['D', 'C', 'B', 'A']);
    expect(second.next).toBeUndefined();
  });

  test('includes sold listings, never removed ones', async () => {
    const sold = await addListing(shop.db, seller.id, { isSold: true });
    const removed = await addListing(shop.db, seller.id, { removedAt: new Date() });
    expect((await page('/api/listings')).listings.map(({ id }) => id)).toEqual([sold]);
    expect((await page('/api/users/marlow/listings')).listings.map(({ id }) => id)).toEqual([sold]);
    expect((await shop.call('GET', `/api/listings/${removed}`)).status).toBe(404);
  });

  test('finds a brand by any part of it', async () => {
    await stock(['Comme des Garçons', 'KAPITAL', 'Han Kjøbenhavn', 'A.P.C.', '45R', '무신사 Standard']);
    expect(await search('garcons')).toEqual(['Item 0']);
    expect(await search('GARÇONS')).toEqual(['Item 0']);
    expect(await search('kapi')).toEqual(['Item 1']);
    expect(await search('Kjobenhavn')).toEqual(['Item 2']);
    expect(await search('kjø')).toEqual(['Item 2']);
    expect(await search('p.c')).toEqual(['Item 3']);
    expect(await search('5')).toEqual(['Item 4']);
    expect(await search('무신')).toEqual(['Item 5']);
    expect(await search('des  garçons')).toEqual(['Item 0']);
    expect(await search('nothing of it')).toEqual([]);
    expect(await search(' ')).toHaveLength(6);
  });

  test('search metacharacters match literally', { tags: ['sql-injection'] }, async () => {
    await stock(['100% Cotton', 'A_B', 'AxB', 'back\\slash', "O'Neill", '"quoted"']);
    expect(await search('%')).toEqual(['Item 0']);
    expect(await search('0% c')).toEqual(['Item 0']);
    expect(await search('a_b')).toEqual(['Item 1']);
    expect(await search('\\')).toEqual(['Item 3']);
    expect(await search("o'ne")).toEqual(['Item 4']);
    expect(await search('"')).toEqual(['Item 5']);
    expect(await search("' or 1=1 --")).toEqual([]);
    expect(await search('\u0000')).toHaveLength(6);
  });

  test('the first page reports the total of the search', async () => {
    await stock([...Array(5).fill('Kapital'), 'Visvim']);
    const first = await page('/api/listings?brand=kapital&limit=3');
    expect([first.listings.length, first.total]).toEqual([3, '5']);
    const second = await page(first.next ?? '');
    expect([second.listings.length, second.total, second.next]).toEqual([2, null, undefined]);
    expect((await page('/api/listings?brand=visvim')).total).toBe('1');
    expect((await page('/api/listings?brand=none')).total).toBe('0');
    expect((await page('/api/listings')).total).toBe('6');
  });

  test("a member's list contains only their listings", async () => {
    const other = await shop.join('odile');
    await addListing(shop.db, other.id);
    const sold = await addListing(shop.db, seller.id, { isSold: true });
    const active = await addListing(shop.db, seller.id);
    const ids = async (query: string) =>
      (await page(`/api/users/mArLoW/listings${query}`)).listings.map(({ id }) => id);
    expect(await ids('')).toEqual([active, sold]);
    expect(await ids('?sold=true')).toEqual([sold]);
    expect(await ids('?sold=false')).toEqual([active]);
    const first = await page('/api/users/marlow/listings?limit=1');
    expect(first.next).toMatch(/^\/api\/users\/marlow\/listings\?limit=1&cursor=/);
    expect((await page(first.next ?? '')).listings.map(({ id }) => id)).toEqual([sold]);
    expect((await shop.call('GET', '/api/users/nobody/listings')).status).toBe(404);
  });

  test('an unknown query parameter is refused', async () => {
    const id = uuidv7();
    const bad = [
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=1.5',
      'limit=many',
      'limit=',
      'cursor=',
      'cursor=nonsense',
      `cursor=${'x'.repeat(300)}`,
      `cursor=${Buffer.from('1.x').toString('base64url')}`,
      `cursor=${Buffer.from(`x.${id}`).toString('base64url')}`,
      `cursor=${Buffer.from(`99999999999999999.${id}`).toString('base64url')}`,
      `cursor=${Buffer.from(`1.${id}.1`).toString('base64url')}`,
      `brand=${'x'.repeat(201)}`,
      'sort=price',
      'unknown=1',
      '__proto__=1',
    ];
    for (const query of bad) {
      const response = await shop.call('GET', `/api/listings?${query}`);
      expect(response.status, query).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_input' });
    }
    expect((await shop.call('GET', '/api/users/marlow/listings?sold=maybe')).status).toBe(400);
    const cursor = encodeCursor({ at: new Date(START), id });
    expect((await page(`/api/listings?cursor=${cursor}`)).listings).toEqual([]);
  });
});
