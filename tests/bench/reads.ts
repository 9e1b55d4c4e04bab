import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { build } from '../../scripts/build.ts';
import { freePort } from '../../scripts/free-port.ts';
import type { Database } from '../../server/src/db/database.ts';
import { openDatabase } from '../../server/src/db/open.ts';
import { createLog } from '../../server/src/observability/log.ts';
import { fillInbox } from '../support/data/full-inbox.ts';
import { fillMarket } from '../support/data/full-market.ts';
import type { Reading } from '../support/measuring/probe.ts';
import { signUp } from '../support/people/account.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { keepPace, type Sampled, saturate } from './reads/load.ts';
import { type BenchTable, percentile } from './table.ts';

const SIZES = [1_000, 100_000] as const;
const CONVERSATIONS = 200;
const MESSAGES_AT_ONCE = 1_000;
const ROUNDS = 5;
const STROLLS = 300;

type Product = Awaited<ReturnType<typeof startProduct>>;
type Names = 'the grid of 60' | 'one listing' | `inbox of ${typeof CONVERSATIONS}` | '50 messages';

interface Contest {
  name: Names;
  /** Requests per round. */
  times: number;
  ours: Sampled;
  limit: Sampled;
}

/** Fills every conversation up to `each` messages. */
async function fillConversations(
  db: Database,
  ids: string[],
  each: number,
  people: [string, string],
): Promise<void> {
  const at = new Date();
  for (const id of ids) {
    for (let from = 2; from <= each; from += MESSAGES_AT_ONCE) {
      const rows = Array.from({ length: Math.min(MESSAGES_AT_ONCE, each - from + 1) }, (_, i) => {
        const senderId = people[i % 2] ?? '';
        const content = `Would you take ${from + i} for it, shipped this week?`;
        return {
          ...{ id: uuidv7(), conversationId: id, seq: from + i, senderId },
          ...{ clientId: randomUUID(), messageType: 'text' as const, content, createdAt: at },
        };
      });
      if (rows.length > 0) await db.transact(({ q, t }) => q.insert(t.messages).values(rows));
    }
    await db.transact(({ q, t: { conversations: c } }) =>
      q.update(c).set({ lastSeq: each }).where(eq(c.id, id)).returning({ id: c.id }),
    );
  }
}

/** Starts the product on a full database, and the baseline server on the same file. */
async function openSite(count: number) {
  const dir = makeTempDir();
  const preload = new URL('../support/measuring/probe.ts', import.meta.url);
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true' },
    preload,
  });
  const [seller, buyer] = [await signUp(product.url), await signUp(product.url)];
  for (const one of [seller, buyer]) await one.call('GET', '/api/auth/user');
  const db = await openDatabase(`file:${join(dir.path, 'selvedge.db')}`, createLog('error'));
  await fillMarket(db, count);
  const ids = await fillInbox(db, { sellerId: seller.id, buyerId: buyer.id, count: CONVERSATIONS });
  await fillConversations(db, ids, Math.max(50, count / CONVERSATIONS), [seller.id, buyer.id]);
  await db.close();
  const token = (await seller.auth.getSession()).data.session?.access_token ?? '';
  const limits = await startProduct({
    entry: 'tests/bench/reads/limits.ts',
    dataDir: dir.path,
    port: await freePort(),
    env: { TOKEN: token, PERSON_ID: seller.id },
    preload,
  });
  return {
    product,
    limits,
    token,
    ids,
    async close() {
      await Promise.all([product.stop(), limits.stop()]);
      dir.remove();
    },
  };
}
type Site = Awaited<ReturnType<typeof openSite>>;

async function contestsAt({ product, limits, token, ids }: Site): Promise<Contest[]> {
  const grid = await fetch(`${product.url}/api/listings`);
  const listings = (await grid.json()) as { id: string }[];
  const onProduct = (paths: string[]): Sampled => ({ url: product.url, paths, token });
  const readyAs = async (sampled: Sampled): Promise<Sampled> => {
    const { bytes } = await saturate(sampled, 1);
    return { url: limits.url, paths: [`/ready/${bytes}`] };
  };
  const first = '/api/conversations?limit=100';
  const page = await fetch(product.url + first, { headers: { authorization: `Bearer ${token}` } });
  const second = /<(.+)>/.exec(page.headers.get('link') ?? '')?.[1];
  if (!second) throw new Error('the inbox has one page');
  const inbox = [first, second];
  const thread = ids.slice(0, 10).map((id) => `/api/conversations/${id}/messages?limit=50`);
  const anonymous = (paths: string[]): Sampled => ({ url: product.url, paths });
  const many = anonymous(['/api/listings']);
  const one = anonymous(listings.map(({ id }) => `/api/listings/${id}`));
  return [
    { name: 'the grid of 60', times: 2_000, ours: many, limit: await readyAs(many) },
    { name: 'one listing', times: 4_000, ours: one, limit: await readyAs(one) },
    {
      name: `inbox of ${CONVERSATIONS}`,
      times: 600,
      ours: onProduct(inbox),
      limit: { url: limits.url, paths: inbox, token },
    },
    {
      name: '50 messages',
      times: 1_500,
      ours: onProduct(thread),
      limit: { url: limits.url, paths: thread, token },
    },
  ];
}

/** Measures one round. @returns the rate and the CPU microseconds per response. */
async function measure(server: Product, sampled: Sampled, times: number) {
  await server.probe<Reading>();
  const { perSecond, ms } = await saturate(sampled, times);
  const { cpuMs } = await server.probe<Reading>();
  return { perSecond, ms, cpu: (cpuMs * 1_000) / times };
}
type Measured = Awaited<ReturnType<typeof measure>>;

const median = (values: number[]): number => percentile(values, 0.5);

const spread = (values: number[]): string =>
  `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;

async function contend(site: Site, contest: Contest): Promise<{ row: (string | number)[]; cpu: number }> {
  const { name, times, ours, limit } = contest;
  const rounds: [Measured, Measured][] = [];
  // The first round is a warm-up.
  for (let n = 0; n <= ROUNDS; n += 1) {
    const both = [
      await measure(site.product, ours, times),
      await measure(site.limits, limit, times),
    ] as const;
    if (n > 0) rounds.push([...both]);
  }
  const paced = await keepPace(ours, STROLLS);
  const of = (which: 0 | 1, what: 'perSecond' | 'cpu') => median(rounds.map((round) => round[which][what]));
  const rates = rounds.map(([our, theirs]) => our.perSecond / theirs.perSecond);
  const cpus = rounds.map(([our, theirs]) => theirs.cpu / our.cpu);
  const saturated = rounds.flatMap(([{ ms }]) => ms);
  const row = [
    name,
    ...[of(0, 'perSecond'), of(1, 'perSecond')].map((rate) => rate.toFixed(0)),
    ...[median(rates).toFixed(2), spread(rates)],
    ...[of(0, 'cpu'), of(1, 'cpu')].map((micros) => micros.toFixed(0)),
    ...[median(cpus).toFixed(2), spread(cpus)],
    ...[0.5, 0.95, 0.99].map((part) => percentile(saturated, part).toFixed(2)),
    percentile(paced, 0.99).toFixed(2),
  ];
  return { row, cpu: of(0, 'cpu') };
}

const COLUMNS = [
  'at full speed',
  ...['requests/s', 'the limit', 'ratio', 'spread'],
  ...['µs of CPU', 'the limit', 'ratio', 'spread'],
  ...['p50 ms', 'p95', 'p99', 'p99 at 100/s'],
];

/**
 * The cost of reads. Public ones are compared with a ready buffer of the same size served by Hono, private
 * ones with hand-written prepared SQL and plain JSON. Product and baseline take turns. A ratio of 1 equals
 * the baseline; higher is better.
 */
export async function bench(): Promise<BenchTable[]> {
  await build();
  const tables: BenchTable[] = [];
  const costs = new Map<Names, number[]>();
  for (const count of SIZES) {
    const site = await openSite(count);
    try {
      const rows: BenchTable['rows'] = [];
      for (const contest of await contestsAt(site)) {
        const { row, cpu } = await contend(site, contest);
        rows.push(row);
        costs.set(contest.name, [...(costs.get(contest.name) ?? []), cpu]);
      }
      tables.push({ title: `Reads over ${count} listings and as many messages`, columns: COLUMNS, rows });
    } finally {
      await site.close();
    }
  }
  const growth = [...costs].map(([name, [few = 1, many = 1]]) => [name, (many / few).toFixed(2)]);
  const columns = ['µs of CPU', `${SIZES[1]} to ${SIZES[0]}`];
  return [...tables, { title: 'What a larger market costs', columns, rows: growth }];
}
