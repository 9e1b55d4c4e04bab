import { brandKeyOf } from '@selvedge/shared/items/matching';
import { v7 as uuidv7 } from 'uuid';
import { matchListing } from '../../server/src/items/matching/match-item.ts';
import { readDemand } from '../../server/src/items/matching/read-demand.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { addListing, addMember } from '../support/people/market.ts';
import { createBareCtx } from '../support/servers/bare-ctx.ts';
import { createDatabase } from '../support/servers/database.ts';
import { type BenchTable, percentile, sample } from './table.ts';

const SIZES = [1_000, 10_000] as const;
/** WTBs for the listed brand, independent of the total: some match, most don't. */
const OF_BRAND = 100;
const TIMES = 100;
const ROWS_AT_ONCE = 1_000;
const log = createLog('error');

async function fill(db: Database, count: number): Promise<void> {
  const { id: buyerId } = await addMember(db, 'marlow');
  const at = new Date();
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, i) => {
      const isOfBrand = (from + i) % (count / OF_BRAND) === 0;
      const brand = isOfBrand ? 'Kapital' : `Brand ${from + i}`;
      return {
        ...{
          id: uuidv7(),
          buyerId,
          title: 'Trucker',
          brand,
          searchFolded: brand,
          brandKey: brandKeyOf(brand),
        },
        ...{ size: i % 3 === 0 ? 'L' : 'S', maxPriceCents: 90_000, createdAt: at, bumpedAt: at },
      };
    });
    await db.transact((tx) => tx.q.insert(tx.t.wanted).values(rows));
  }
}

async function timesIn(engine: 'sqlite' | 'postgres', count: number) {
  const { url, remove } = await createDatabase(engine);
  const db = await openDatabase(url, log);
  try {
    await fill(db, count);
    const ctx = createBareCtx(db);
    const { id: sellerId } = await addMember(db, 'odile');
    const ids: string[] = [];
    for (let n = 0; n < TIMES; n += 1) ids.push(await addListing(db, sellerId));
    const offer = { brand: 'Kapital', title: 'Trucker', category: null, size: 'L' };
    return {
      'a listing is matched, its pairs stored': await sample(TIMES, (n) => matchListing(ctx, ids[n] ?? '')),
      'the demand while typing': await sample(TIMES, () => readDemand(ctx, sellerId, offer)),
    };
  } finally {
    await db.close();
    await remove();
  }
}

/** The cost of matching among few and many unrelated WTBs, on both engines. */
export async function bench(): Promise<BenchTable[]> {
  const tables: BenchTable[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const [few, many] = [await timesIn(engine, SIZES[0]), await timesIn(engine, SIZES[1])];
    const rows = (Object.keys(few) as (keyof typeof few)[]).map((name) => {
      const figures = [few[name], many[name]].flatMap((of) => [percentile(of, 0.5), percentile(of, 0.99)]);
      const ratio = percentile(many[name], 0.5) / percentile(few[name], 0.5);
      return [name, ...figures.map((ms) => ms.toFixed(2)), ratio.toFixed(2)];
    });
    const sizes = SIZES.map((size) => size.toLocaleString('en-US'));
    tables.push({
      title: `Matching on ${engine}, ms, by number of WTBs`,
      columns: ['what', ...sizes.flatMap((size) => [`${size}: p50`, 'p99']), 'ratio of p50'],
      rows,
    });
  }
  return tables;
}
