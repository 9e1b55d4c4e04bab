import { v7 as uuidv7 } from 'uuid';
import { findSnapshot, searchIdsFor } from '../../server/src/items/saved-searches/queries.ts';
import {
  keysOfListing,
  keysOfSearch,
  type SearchTerms,
} from '../../server/src/items/saved-searches/terms.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { addListing, addMember } from '../support/people/market.ts';
import { createDatabase } from '../support/servers/database.ts';
import { type BenchTable, percentile, sample } from './table.ts';

const SIZES = [10_000, 100_000] as const;
const BRANDS = 300;
const CATEGORIES = ['Tops', 'Bottoms', 'Outerwear', 'Footwear', 'Accessories'] as const;
const LETTERS = ['S', 'M', 'L', 'XL'] as const;
const OF_MEMBER = 50;
const TIMES = 200;
const ROWS_AT_ONCE = 500;
const log = createLog('error');

/** The brand of every search in three, the more frequent the lower its number. */
const brandOf = (n: number) => `h${String(Math.floor(BRANDS ** ((n % 997) / 997))).padStart(3, '0')} house`;

/** Brands, categories, sizes and highest prices in all combinations; one search in ten has no brand. */
function termsOf(n: number): SearchTerms {
  return {
    ...{ condition: null, minCents: null, sellerId: null, words: null },
    without: { words: [], sellerIds: [] },
    brand: n % 10 === 0 ? null : brandOf(n * 31),
    category: n % 4 === 0 ? null : (CATEGORIES[n % CATEGORIES.length] ?? null),
    sizes: n % 3 === 0 ? [] : [` ${(LETTERS[n % LETTERS.length] ?? 'S').toLowerCase()} `],
    maxCents: n % 5 === 0 ? null : 2_000 + ((n * 7_919) % 100_000),
  };
}

async function fill(db: Database, count: number): Promise<void> {
  const at = new Date();
  let memberId = '';
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const rows: { id: string; memberId: string; terms: SearchTerms; queryKey: string }[] = [];
    for (let n = from; n < from + ROWS_AT_ONCE; n += 1) {
      if (n % OF_MEMBER === 0) memberId = (await addMember(db, `member${n}`)).id;
      const id = uuidv7();
      rows.push({ id, memberId, terms: termsOf(n), queryKey: String(n) });
    }
    await db.transact(async ({ q, t }) => {
      const state = { name: 'Search', query: '', alerts: 'instant', createdAt: at, openedAt: at } as const;
      await q.insert(t.savedSearches).values(rows.map((row) => ({ ...row, ...state })));
      const keys = rows.flatMap(({ id, terms }) =>
        keysOfSearch(terms).map((key) => ({ ...key, id: uuidv7(), searchId: id })),
      );
      await q.insert(t.savedSearchKeys).values(keys);
    });
  }
}

async function timesIn(engine: 'sqlite' | 'postgres', count: number) {
  const { url, remove } = await createDatabase(engine);
  const db = await openDatabase(url, log);
  try {
    await fill(db, count);
    const { id: sellerId } = await addMember(db, 'odile');
    const ids: string[] = [];
    for (let n = 0; n < TIMES; n += 1) ids.push(await addListing(db, sellerId, { brand: brandOf(n * 5) }));
    let found = 0;
    const ms = await sample(TIMES, (n) =>
      db.read(async (conn) => {
        const [listing] = await findSnapshot(conn, { id: ids[n] ?? '' });
        if (!listing) return;
        for (const keys of keysOfListing(listing))
          found += (await searchIdsFor(conn, { ...keys, priceCents: listing.priceCents })).length;
      }),
    );
    return { ms, found: found / TIMES };
  } finally {
    await db.close();
    await remove();
  }
}

/** The time in which a new listing finds the saved searches that it fits, on both engines. */
export async function bench(): Promise<BenchTable[]> {
  const rows: string[][] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    for (const count of SIZES) {
      const { ms, found } = await timesIn(engine, count);
      const times = [0.5, 0.95, 0.99].map((share) => percentile(ms, share).toFixed(2));
      rows.push([engine, count.toLocaleString('en-US'), found.toFixed(0), ...times]);
    }
  }
  const columns = ['engine', 'saved searches', 'fitting a listing', 'p50', 'p95', 'p99'];
  return [{ title: 'A new listing finds the saved searches that it fits, ms', columns, rows }];
}
