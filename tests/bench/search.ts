import { KNOWN_HOUSES } from '@selvedge/shared/items/brand-aliases';
import { CATEGORIES, CONDITIONS } from '@selvedge/shared/platform/limits';
import { v7 as uuidv7 } from 'uuid';
import { foldedColumns } from '../../server/src/items/listings/folded-columns.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { addMember } from '../support/people/market.ts';
import { createDatabase } from '../support/servers/database.ts';
import { analyze, openApi } from './lists/open-api.ts';
import { createTexts } from './search/texts.ts';
import { type BenchTable, percentile } from './table.ts';

const COUNT = Number(process.env.SELVEDGE_BENCH_ROWS ?? 100_000);
const ROWS_AT_ONCE = 1_000;
const TIMES = 70;
const WARM_UP = 10;
/** Pages have up to 100 listings. */
const LIMIT_MIN = 21;
const log = createLog('error');

export async function fill(db: Database): Promise<void> {
  const { id: sellerId } = await addMember(db, 'marlow');
  const textsOfNext = createTexts();
  const start = Date.UTC(2025, 0, 1);
  for (let from = 0; from < COUNT; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, i) => {
      const n = from + i;
      const texts = textsOfNext();
      return {
        ...{ id: uuidv7(), sellerId, ...texts, ...foldedColumns(texts), photos: [] },
        category: CATEGORIES[n % CATEGORIES.length] ?? 'Tops',
        condition: CONDITIONS[(n >>> 3) % CONDITIONS.length] ?? 'Used',
        priceCents: 1_000 + ((n * 7_919) % 200_000),
        ...{
          createdAt: new Date(start + n * 1_000),
          bumpedAt: new Date(start + ((n * 7_919) % COUNT) * 1_000),
        },
      };
    });
    await db.transact((tx) => tx.q.insert(tx.t.listings).values(rows));
  }
}

const SEARCHES: Record<string, string> = {
  'a brand': 'q=visvim',
  'a house by another name': 'q=cdg',
  'a brand without its space': 'q=rickowens',
  'a common word': 'q=jacket',
  'brand and word': 'q=kapital+jacket',
  'three common words': 'q=black+wool+coat',
  'a word of every description': 'q=washed',
  'half a word': 'q=was',
  'two letters': 'q=ka',
  'one letter': 'q=a',
  'the other letters': 'q=s',
  'two single letters': 'q=t+s',
  'letter and word': 'q=t+shirt',
  'a CJK word': `q=${encodeURIComponent('山本')}`,
  'nothing found': 'q=nosuchword',
  'a word that is rare': 'q=kaneshitola',
  'common words, nothing in common': 'q=jacket+jeans+boots',
  'every filter':
    'q=jacket&category=Tops&condition=Used&size=M&size=XXL&minPrice=100&maxPrice=900&sold=false',
  'one letter, a category': 'q=w&category=Footwear',
  'a rare price': 'q=washed&minPrice=2009.5',
  'sorted by price': 'q=washed&sort=price-asc',
  'a word and a brand': 'q=washed&brand=visvim',
  'a word of descriptions only': 'q=worn',
  'the same, by price': 'q=worn&sort=price-desc',
  'half a word, by price': 'q=wo&sort=price-asc',
  'a word and a category': 'q=washed&category=Tops&sort=price-asc',
  'a common word, a price no item has': 'q=washed&minPrice=50&maxPrice=2000&brand=visvim&size=XS',
  'words of every description': 'q=worn+twice+washed+cold+flaws+black+wool+jacket',
  'words left out': 'q=jacket&not=wool+denim+black',
  'a common word left out': 'q=jacket&not=washed',
  'eight single letters': 'q=a+b+c+d+k+m+s+t',
  'one letter beside a word that nothing has': 'q=w+nosuchword',
  'twelve houses': 'q=cdg+margiela+yohji+dries+rick+raf+junya+stoney+westwood+mcqueen+armani+zegna',
  'twelve houses, one each': 'q=ysl+lv+cdg+mmm+apc+dvn+jpg+prl+si+ro+bv+tnf',
  'several sizes': 'size=M&size=XXL&size=42',
  'sizes that no item has': 'size=XS&size=99&size=EU+50&size=W+31',
};

const nthName = (n: number): string => KNOWN_HOUSES[n % KNOWN_HOUSES.length]?.name ?? '';
const suggestionsFor = (text: string) => `/api/suggestions?${new URLSearchParams({ q: text })}`;

/** Requests by name, each time another one, so that no response is cached. */
export const REQUESTS: Record<string, (n: number) => string> = {
  ...Object.fromEntries(
    Object.entries(SEARCHES).map(([name, query]) => [
      name,
      (n: number) => `/api/listings?${query}&limit=${LIMIT_MIN + n}`,
    ]),
  ),
  'suggestions for three letters': (n) => suggestionsFor(nthName(n).slice(0, 3)),
  'suggestions for one letter': (n) => suggestionsFor(`${'abcdefghij'[n % 10]}${' '.repeat(n)}`),
  'the nearest of a misspelled brand': (n) => suggestionsFor(`x${nthName(n)}`),
  'the sizes of a search': (n) => `/api/listing-sizes?q=jacket&minPrice=${n}`,
  'the sizes of the grid': (n) => `/api/listing-sizes?minPrice=${n}`,
};

/** The first requests warm up. */
async function timesOf(get: ReturnType<typeof openApi>, pathOf: (n: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + TIMES; n += 1) {
    const from = performance.now();
    await (await get(pathOf(n))).arrayBuffer();
    if (n >= WARM_UP) times.push(performance.now() - from);
  }
  return times;
}

/** Response times of searches by words among many listings, on both engines. */
export async function bench(): Promise<BenchTable[]> {
  const tables: BenchTable[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const { url, remove } = await createDatabase(engine);
    const db = await openDatabase(url, log);
    try {
      await fill(db);
      if (engine === 'postgres') await analyze(url);
      const get = openApi(db);
      const rows: BenchTable['rows'] = [];
      for (const [name, pathOf] of Object.entries(REQUESTS)) {
        const times = await timesOf(get, pathOf);
        rows.push([name, ...[0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(2))]);
      }
      tables.push({
        title: `Searches among ${COUNT.toLocaleString('en-US')} listings on ${engine}`,
        columns: ['milliseconds', 'p50', 'p95', 'p99'],
        rows,
      });
    } finally {
      await db.close();
      await remove();
    }
  }
  return tables;
}
