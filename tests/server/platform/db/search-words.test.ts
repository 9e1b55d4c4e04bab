import { join } from 'node:path';
import { foldSizeWords, foldText } from '@selvedge/shared/platform/fold';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { openPostgres } from '../../../../server/src/platform/db/postgres.ts';
import { openSqlite } from '../../../../server/src/platform/db/sqlite.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { createEmptyDatabase, describeOnBothEngines } from '../../../support/servers/database.ts';
import { makeOlder, migrationsOf } from '../../../support/servers/release.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';

/** Brands and their search text before the migration, each with a size. */
const STORED: [brand: string, folded: string, size: string][] = [
  ['Arc’teryx', 'arc’teryx', '42'],
  ["Levi's", "levi's", 'EU 42'],
  ['A.P.C.', 'a.p.c.', '42,5'],
  ['Dr. Martens', 'dr. martens', 'S-M'],
  ['Jean-Paul – Gaultier', 'jean-paul – gaultier', '42/M'],
  ['Zero\u200bWidth', 'zero\u200bwidth', '7½'],
  ['“Quoted”', '“quoted”', '7 1/2'],
  ['...', '...', 'XL'],
];

const dir = makeTempDir();
afterAll(() => dir.remove());
const complain = (error: unknown) => console.error(error);

describeOnBothEngines('items from before the search of words', ({ engine }) => {
  test('get the search text of new ones', async () => {
    const { url, remove } = await createEmptyDatabase(engine);
    const open = async (migrations: string) =>
      engine === 'sqlite'
        ? openSqlite(url.slice('file:'.length), {
            ...{ log: createLog('silent'), onError: complain, onBroken: complain, migrations },
          })
        : openPostgres(url, 2, complain, { migrations });
    const old = await open(makeOlder(engine, join(dir.path, engine), '0023_message_hold'));
    const [no, now] = engine === 'sqlite' ? [sql`0`, sql`1000`] : [sql`false`, sql`now()`];
    await old.transact(async ({ q }) => {
      const runs = q as unknown as Record<'run' | 'execute', (query: SQL) => Promise<unknown>>;
      const run = (query: SQL) => (engine === 'sqlite' ? runs.run(query) : runs.execute(query));
      const [id, of] = [crypto.randomUUID(), sql.raw('id, title, brand')];
      await run(sql`insert into users (id, username, username_key, is_admin, created_at, updated_at)
        values (${id}, 'Ada', 'ada', ${no}, ${now}, ${now})`);
      for (const [brand, folded, size] of STORED) {
        const item = sql`${crypto.randomUUID()}, '-', ${brand}`;
        await run(sql`insert into listings (${of}, seller_id, brand_folded, brand_key, category, size, condition,
          price_cents, photos, created_at, bumped_at)
          values (${item}, ${id}, ${folded}, 'key', 'Tops', ${size}, 'Used', 100, '[]', ${now}, ${now})`);
        await run(sql`insert into wanted (${of}, buyer_id, search_folded, brand_key, size, max_price_cents,
          created_at, bumped_at)
          values (${item}, ${id}, ${`coat\n${folded}`}, 'key', ${size}, 100, ${now}, ${now})`);
      }
    });
    await old.close();
    const db = await vi.waitFor(() => open(migrationsOf(engine)), { timeout: 5_000 });
    const { listings, wanted, found } = await db.read(async (conn) => ({
      listings: await conn.q.select().from(conn.t.listings),
      wanted: await conn.q.select().from(conn.t.wanted),
      found: await conn.q
        .select({ brand: conn.t.listings.brand })
        .from(conn.t.listings)
        .where(sql`id in (${conn.search('sizes', '42')})`),
    }));
    expect(listings.map(({ brandFolded, sizeWords }) => [brandFolded, sizeWords])).toEqual(
      listings.map(({ brand, size }) => [foldText(brand), foldSizeWords(size)]),
    );
    // The migration handles the fields of a WTB as one text.
    const plain = wanted.filter(({ brand }) => brand !== '...');
    expect(plain.map(({ searchFolded }) => searchFolded)).toEqual(
      plain.map(({ brand }) => foldText('coat', brand)),
    );
    expect(found.map(({ brand }) => brand).sort()).toEqual(['Arc’teryx', 'Jean-Paul – Gaultier', "Levi's"]);
    await db.close();
    await remove();
  });
});
