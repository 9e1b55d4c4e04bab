import { setTimeout as pause } from 'node:timers/promises';
import { count, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { freePort } from '../../scripts/free-port.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { insertRows } from '../support/data/rows.ts';
import { type SignedUp, signUp } from '../support/people/account.ts';
import { addListing } from '../support/people/market.ts';
import { createDatabase } from '../support/servers/database.ts';
import { startProduct } from '../support/servers/product.ts';
import { makeTempDir } from '../support/servers/temp.ts';
import { type BenchTable, percentile } from './table.ts';
import { chatUntil, startConversation } from './talk.ts';

const MEMBERS = 10_000;
/** Each is saved by half of the members, so that each of them has saved 100. */
const LISTINGS = 200;
const SAVERS = MEMBERS / 2;
const ROWS_AT_ONCE = 500;
const LISTINGS_AT_ONCE = 4;
const DROPS = 5;
const ALONE_MS = 5_000;
/** On two sockets: 200 messages a second. */
const SEND_EVERY_MS = 10;
const POLL_MS = 100;

/** Saves some of the listings, each for every other member. */
async function save(db: Database, from: number, at: Date): Promise<void> {
  await db.transact(async ({ q, t: { savedItems: s, users: u, listings: l }, hasConcurrentWriters }) => {
    const id = hasConcurrentWriters
      ? sql`gen_random_uuid()`
      : sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(6)))`;
    const numbered = sql`row_number() over (order by id) as n`;
    const savers = sql`select id, ${numbered} from ${u} where username like 'saver%'`;
    const listings = sql`select id, ${numbered} from ${l} order by id limit ${LISTINGS_AT_ONCE} offset ${from}`;
    const saved = sql`select ${id}, saver.id, listing.id, ${sql.param(at, s.savedAt)}, 36500, 36500, null, 'available', null
      from (${listings}) listing inner join (${savers}) saver on (saver.n + listing.n) % 2 = 0`;
    await q.insert(s).select(saved as never);
  });
}

async function fill(db: Database, sellerId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < LISTINGS; n += 1) ids.push(await addListing(db, sellerId));
  const at = new Date();
  for (let from = 0; from < MEMBERS; from += ROWS_AT_ONCE) {
    const names = Array.from({ length: ROWS_AT_ONCE }, (_, i) => `saver${from + i}`);
    const rows = names.map((username) => ({ id: uuidv7(), username, usernameKey: username }));
    await insertRows(
      db,
      'users',
      rows.map((row) => ({ ...row, createdAt: at, updatedAt: at })),
    );
  }
  for (let from = 0; from < LISTINGS; from += LISTINGS_AT_ONCE) await save(db, from, at);
  return ids;
}

const told = async (db: Database, listingId: string): Promise<number> => {
  const [row] = await db.read(({ q, t: { notices: n } }) =>
    q.select({ count: count() }).from(n).where(eq(n.listingId, listingId)),
  );
  return row?.count ?? 0;
};

/** @returns the milliseconds until all savers are told */
async function drop(db: Database, seller: SignedUp, listingId: string): Promise<number> {
  const from = performance.now();
  await seller.call('PATCH', `/api/listings/${listingId}/price`, { price: '300' });
  while ((await told(db, listingId)) < SAVERS) await pause(POLL_MS);
  return performance.now() - from;
}

async function measure(engine: 'sqlite' | 'postgres'): Promise<(string | number)[]> {
  const dir = makeTempDir();
  const { url, remove } = await createDatabase(engine);
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    env: { AUTH_AUTOCONFIRM: 'true', DATABASE_URL: url },
  });
  const db = await openDatabase(url, createLog('error'));
  try {
    const seller = await signUp(product.url, 'dropper');
    await seller.call('GET', '/api/auth/user');
    const ids = await fill(db, seller.id);
    const talk = await startConversation(product.url);
    await chatUntil(pause(ALONE_MS / 5), talk, SEND_EVERY_MS);
    const alone = await chatUntil(pause(ALONE_MS), talk, SEND_EVERY_MS);
    const beside: number[] = [];
    const times: number[] = [];
    for (const id of ids.slice(0, DROPS)) {
      const dropped = drop(db, seller, id);
      beside.push(...(await chatUntil(dropped, talk, SEND_EVERY_MS)));
      times.push(await dropped);
    }
    for (const socket of talk.sockets) socket.disconnect();
    const p99 = [percentile(alone, 0.99), percentile(beside, 0.99)] as const;
    const seconds = [percentile(times, 0.5), Math.max(...times)].map((ms) => (ms / 1_000).toFixed(1));
    return [engine, ...seconds, ...p99.map((ms) => ms.toFixed(2)), (p99[1] / p99[0]).toFixed(2)];
  } finally {
    await db.close();
    await product.stop();
    await remove();
    dir.remove();
  }
}

/** How soon a price drop reaches all who saved a listing, and what chat feels of it, on both engines. */
export async function bench(): Promise<BenchTable[]> {
  const savers = SAVERS.toLocaleString('en-US');
  return [
    {
      title: `A price drop told to ${savers} of ${MEMBERS.toLocaleString('en-US')} members, beside 200 messages/s`,
      columns: ['engine', 'all told, s', 'at most, s', 'send to ack alone, p99 ms', 'beside it', 'ratio'],
      rows: [await measure('sqlite'), await measure('postgres')],
    },
  ];
}
