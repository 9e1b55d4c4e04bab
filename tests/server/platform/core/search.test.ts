import { foldText } from '@selvedge/shared/platform/fold';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { foldedColumns } from '../../../../server/src/items/listings/folded-columns.ts';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { describeOnBothEngines } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const NAMES = [
  'Comme des Garçons',
  'KAPITAL',
  'Kapital Kountry',
  'Han Kjøbenhavn',
  'A.P.C.',
  '45R',
  '무신사 Standard',
  '山本耀司',
  'ヨウジヤマモト',
  '100% Cotton',
  '50%% off',
  'A_B_C',
  'AxBxC',
  'back\\slash',
  "O'Neill",
  '"quoted" brand',
  'Łódź Atelier',
  'Crème Brûlée',
  'ﬁne ligatures',
  'İstanbul',
  'Ωmega ΣΑΣ',
  'emoji 🧵🪡🧵 thread',
  'ＦＵＬＬ ｗｉｄｔｈ',
  'a* OR b',
  'near(x y)',
  'Arc’teryx',
  'Dr. Martens',
  'Jean-Paul Gaultier',
  'Zero\u200bWidth',
];

/** A search term and the names it matches. */
const SEARCHES: [string, number[]][] = [
  ['garcons', [0]],
  ['GARÇONS', [0]],
  ['kapital', [1, 2]],
  ['kapital k', [2]],
  ['kjøb', [3]],
  ['kjob', [3]],
  ['p.c', [4]],
  ['45', [5]],
  ['무신사', [6]],
  ['무', [6]],
  ['本耀', [7]],
  ['山本耀', [7]],
  ['ヤマモト', [8]],
  ['%', [9, 10]],
  ['%%', [10]],
  ['0% c', [9]],
  ['%% off', [10]],
  ['a_b', [11]],
  ['a_b_c', [11]],
  ['k\\s', [13]],
  ['\\', [13]],
  ["o'ne", [14]],
  ['"quoted"', [15]],
  ['"', [15]],
  ['lodz', [16]],
  ['crème', [17]],
  ['BRULEE', [17]],
  ['fine', [18]],
  ['istanbul', [19]],
  ['Ωmega', [20]],
  ['σασ', [20]],
  ['🧵🪡🧵', [21]],
  ['🪡', [21]],
  ['full width', [22]],
  ['a* or', [23]],
  ['near(', [24]],
  ['x OR kapital', []],
  ["' or 1=1 --", []],
  ['kapital*', []],
  ['nothing of it', []],
  ["arc'teryx", [25]],
  ['arc`teryx', [25]],
  ['arcteryx', [25]],
  ['apc', [4]],
  ['A.P.C', [4]],
  ['dr martens', [26]],
  ['Dr.Martens', []],
  ['jean paul', [27]],
  ['jean–paul', [27]],
  ['zerowidth', [28]],
  ['kapi\u200btal', [1, 2]],
  ['mart\u00adens', [26]],
];

describeOnBothEngines('searching', ({ engine }) => {
  async function open(): Promise<{ shop: World; db: Database; userId: string }> {
    const shop = await openWorld({ engine });
    const { db } = shop;
    const { id } = await shop.join('Marlow');
    return { shop, db, userId: id };
  }
  const titlesAt = async (shop: World, path: string) => {
    const response = await shop.call('GET', path);
    expect(response.status, path).toBe(200);
    const items = (await response.json()) as { title: string }[];
    return items.map(({ title }) => Number(title)).sort((a, b) => a - b);
  };

  function addListings(db: Database, sellerId: string) {
    const at = new Date();
    const rows = NAMES.map((brand, n) => ({
      id: uuidv7(),
      sellerId,
      title: String(n),
      brand,
      ...foldedColumns({ brand, size: 'M', title: String(n) }),
      category: 'Tops' as const,
      size: 'M',
      condition: 'Used' as const,
      priceCents: 1_000,
      photos: [],
      createdAt: at,
      bumpedAt: at,
    }));
    return db.transact(async (tx) => {
      await tx.q.insert(tx.t.listings).values(rows).returning();
      return rows;
    });
  }

  test('finds a listing by any part of its brand', async () => {
    const { shop, db, userId } = await open();
    await addListings(db, userId);
    for (const [term, found] of SEARCHES) {
      expect(await titlesAt(shop, `/api/listings?brand=${encodeURIComponent(term)}`), term).toEqual(found);
    }
  });

  test('finds a WTB by any part of its text', async () => {
    const { shop, db, userId } = await open();
    const at = new Date();
    const rows = NAMES.map((brand, n) => ({
      id: uuidv7(),
      buyerId: userId,
      title: String(n),
      brand,
      searchFolded: foldText('-', brand),
      brandKey: brand,
      size: 'M',
      maxPriceCents: 1_000,
      createdAt: at,
      bumpedAt: at,
    }));
    await db.transact((tx) => tx.q.insert(tx.t.wanted).values(rows).returning());
    const find = (term: string) => titlesAt(shop, `/api/wtb-listings?q=${encodeURIComponent(term)}`);
    for (const [term, found] of SEARCHES) expect(await find(term), term).toEqual(found);

    const [, first] = rows;
    if (!first) throw new Error('no rows');
    const change = (values: object) =>
      db.transact((tx) =>
        tx.q.update(tx.t.wanted).set(values).where(eq(tx.t.wanted.id, first.id)).returning(),
      );
    await change({ isFulfilled: true });
    expect(await find('kapital')).toEqual([2]);
    await change({ isFulfilled: false, searchFolded: foldText('indigo', 'Visvim') });
    expect([await find('kapital'), await find('visvim')]).toEqual([[2], [1]]);
  });

  test('follows every change of a listing', async () => {
    const { shop, db, userId } = await open();
    const [, kapital] = await addListings(db, userId);
    if (!kapital) throw new Error('no rows');
    const change = (values: object) =>
      db.transact((tx) =>
        tx.q.update(tx.t.listings).set(values).where(eq(tx.t.listings.id, kapital.id)).returning(),
      );
    const find = (term: string) => titlesAt(shop, `/api/listings?brand=${term}`);
    await change({ brandFolded: 'visvim' });
    expect([await find('kapital'), await find('visvim')]).toEqual([[2], [1]]);
    await change({ removedAt: new Date() });
    expect(await find('visvim')).toEqual([]);
    await change({ removedAt: null });
    expect(await find('visvim')).toEqual([1]);
    await db.transact((tx) => tx.q.delete(tx.t.listings).where(eq(tx.t.listings.id, kapital.id)).returning());
    expect(await find('visvim')).toEqual([]);
  });
});
