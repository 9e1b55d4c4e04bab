import type { Database } from '../../server/src/platform/db/database.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { fillMarket, RARE } from '../support/data/full-market.ts';
import { createDatabase } from '../support/servers/database.ts';
import { analyze, openApi } from './lists/open-api.ts';
import { type BenchTable, percentile } from './table.ts';

const SIZES = [1_000, 100_000] as const;
const TIMES = 200;
const WARM_UP = 20;
const log = createLog('error');

function openPages(db: Database) {
  const get = openApi(db);
  return async (path: string) => {
    const response = await get(path);
    return { items: (await response.json()) as { id: string; bumpedAt: string }[], response };
  };
}
type Get = ReturnType<typeof openPages>;

/** The path of a page halfway down the list, as reached by paging. */
async function midway(get: Get, count: number, query: string): Promise<string> {
  let path = `/api/listings?limit=100&${query}`;
  for (let seen = 0; seen < count / 2; seen += 100) {
    const link = (await get(path)).response.headers.get('link') ?? '';
    path = /<(.+)>/.exec(link)?.[1] ?? path;
  }
  return path.replace('limit=100', 'limit=60');
}

/**
 * Typical list requests. Each returns as much from a full market as from a small one, except the search for a
 * common brand, which matches more: matches are counted up to a thousand.
 */
async function addressesIn(get: Get, count: number): Promise<Record<string, string[]>> {
  const { items } = await get('/api/listings?limit=60');
  return {
    'the grid': ['/api/listings'],
    'a page midway': [await midway(get, count, '')],
    'sorted by price': ['/api/listings?sort=price-asc'],
    'a page midway, by price': [await midway(get, count, 'sort=price-asc')],
    'one category, newest': ['/api/listings?category=Tops&sort=newest'],
    'a rare size': [`/api/listings?size=${RARE.size}`],
    'a rare price': ['/api/listings?minPrice=9000000'],
    'search, a rare brand': [`/api/listings?brand=${RARE.brand}`],
    'search, a common brand': ['/api/listings?brand=kapital'],
    'search, nothing found': ['/api/listings?brand=nosuchbrand'],
    'search with every filter, a full page of the rare': [
      `/api/listings?${new URLSearchParams({
        brand: RARE.brand.slice(0, 6),
        category: RARE.category,
        condition: RARE.condition,
        size: RARE.size,
        sold: 'false',
        minPrice: '8000000',
        maxPrice: '10000000',
      })}`,
    ],
    'WTBs, a rare word': [`/api/wtb-listings?q=${RARE.brand}`],
    'one listing': items.map(({ id }) => `/api/listings/${id}`),
  };
}

async function openMarket(engine: 'sqlite' | 'postgres', count: number, seeding: BenchTable['rows']) {
  const { url, remove } = await createDatabase(engine);
  const db = await openDatabase(url, log);
  const from = performance.now();
  await fillMarket(db, count);
  seeding.push([`${engine}, ${count}`, ((performance.now() - from) / 1_000).toFixed(1)]);
  if (engine === 'postgres') await analyze(url);
  const get = openPages(db);
  return {
    get,
    addresses: await addressesIn(get, count),
    async close() {
      await db.close();
      await remove();
    },
  };
}
type Market = Awaited<ReturnType<typeof openMarket>>;

/**
 * Alternates between both markets, so that other load on the machine affects both. @returns the milliseconds
 * of each.
 */
async function timesIn(markets: [Market, Market], name: string): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  // The warm-up rounds are not counted.
  for (let n = -WARM_UP; n < TIMES; n += 1) {
    for (const i of [0, 1] as const) {
      const { get, addresses } = markets[i];
      const paths = addresses[name] ?? [];
      const path = paths[Math.abs(n) % paths.length] ?? '';
      const from = performance.now();
      await get(path);
      if (n >= 0) times[i].push(performance.now() - from);
    }
  }
  return times;
}

/** Response times of lists in a small and a full market, on both engines. */
export async function bench(): Promise<BenchTable[]> {
  const seeding: BenchTable['rows'] = [];
  const tables: BenchTable[] = [];
  for (const engine of ['sqlite', 'postgres'] as const) {
    const markets: [Market, Market] = [
      await openMarket(engine, SIZES[0], seeding),
      await openMarket(engine, SIZES[1], seeding),
    ];
    const rows: BenchTable['rows'] = [];
    for (const name of Object.keys(markets[0].addresses)) {
      const [few, many] = await timesIn(markets, name);
      const figures = [few, many].flatMap((samples) => [percentile(samples, 0.5), percentile(samples, 0.99)]);
      const ratio = percentile(many, 0.5) / percentile(few, 0.5);
      rows.push([name, ...figures.map((ms) => ms.toFixed(2)), ratio.toFixed(2)]);
    }
    for (const market of markets) await market.close();
    const columns = ['milliseconds', ...SIZES.flatMap((n) => [`${n} p50`, `${n} p99`]), 'ratio of p50'];
    tables.push({ title: `Lists on ${engine}`, columns, rows });
  }
  return [
    { title: 'Filling a market with listings', columns: ['engine, listings', 'seconds'], rows: seeding },
    ...tables,
  ];
}
