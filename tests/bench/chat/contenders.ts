import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openDatabase } from '../../../server/src/db/open.ts';
import { createLog } from '../../../server/src/log.ts';
import { addListing } from '../../support/market.ts';
import type { Reading } from '../../support/probe.ts';
import { freePort, startProduct } from '../../support/product.ts';
import { makeTempDir } from '../../support/temp.ts';
import type { Keeping } from './relay.ts';

/** Two people and what they talk in; the first of them sends. */
export interface Pair {
  tokens: [string, string];
  conversationId: string;
}

export interface Contender {
  name: string;
  url: string;
  pairs: Pair[];
  ask(): Promise<Reading>;
  /** Marks the end of what is stored; @returns what has come since the mark before, null where nothing is kept. */
  storedSince(): string[] | null;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const PROBE = new URL('../../support/probe.ts', import.meta.url);
const AT_ONCE = 8;
/** Of every member, whose addresses are `member-{n}@example.com`. */
export const PASSWORD = 'raw denim, soaked once';

async function start(
  entry: 'server/build/app/main.js' | 'tests/bench/chat/relay.ts',
  env: Record<string, string>,
) {
  const dir = makeTempDir();
  const product = await startProduct({
    entry,
    dataDir: dir.path,
    port: await freePort(),
    env,
    preload: PROBE,
  });
  return {
    dir,
    product,
    async stop() {
      await product.stop();
      dir.remove();
    },
  };
}

/** Reads the client ids of messages from a database that another process writes. */
function createReader(file: string): () => string[] {
  let mark = 0;
  return () => {
    const sqlite = new Sqlite(file, { readonly: true });
    const rows = sqlite
      .prepare('select rowid as place, client_id as clientId from messages where rowid > ? order by rowid')
      .all(mark) as { place: number; clientId: string }[];
    sqlite.close();
    mark = rows.at(-1)?.place ?? mark;
    return rows.map(({ clientId }) => clientId);
  };
}

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} was answered ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** A member with an access token as everybody gets it. */
async function signUp(url: string, n: number): Promise<{ id: string; token: string }> {
  const { access_token: token, user } = await post<{ access_token: string; user: { id: string } }>(
    `${url}/auth/v1/signup`,
    { email: `member-${n}@example.com`, password: PASSWORD },
  );
  return { id: user.id, token };
}

/** `count` conversations about listings, each between two people of its own. */
async function populate(url: string, databaseFile: string, count: number): Promise<Pair[]> {
  const db = await openDatabase(`file:${databaseFile}`, createLog('error'));
  const pairs: Pair[] = [];
  let next = 0;
  async function fill(): Promise<void> {
    while (next < count) {
      const n = next++;
      const [buyer, seller] = [await signUp(url, 2 * n), await signUp(url, 2 * n + 1)];
      // The first call of a person makes them a member.
      await fetch(`${url}/api/auth/user`, { headers: { authorization: `Bearer ${seller.token}` } });
      const listingId = await addListing(db, seller.id);
      const about = { sellerId: seller.id, listingId, isWTB: false };
      const { id } = await post<{ id: string }>(`${url}/api/conversations`, about, buyer.token);
      pairs.push({ tokens: [buyer.token, seller.token], conversationId: id });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fill));
  await db.close();
  return pairs;
}

/** The product as `npm start` runs it, with `count` pairs of real members. */
export async function startSelvedge(count: number): Promise<Contender> {
  const { dir, product, stop } = await start('server/build/app/main.js', {
    AUTH_AUTOCONFIRM: 'true',
    // As long as the whole run.
    ACCESS_TTL: '3600',
  });
  const file = join(dir.path, 'selvedge.db');
  return {
    name: 'Selvedge',
    url: product.url,
    pairs: await populate(product.url, file, count),
    ask: product.ask,
    storedSince: createReader(file),
    async restart() {
      await product.stop();
      await product.start();
    },
    stop,
  };
}

const RELAYS: Record<Keeping, string> = {
  grouped: 'a relay that commits in groups',
  each: 'a relay that commits each message',
  nothing: 'a relay that keeps nothing',
};

export async function startRelay(keeping: Keeping, count: number): Promise<Contender> {
  const { dir, product, stop } = await start('tests/bench/chat/relay.ts', { KEEPING: keeping });
  return {
    name: RELAYS[keeping],
    url: product.url,
    pairs: Array.from({ length: count }, (_, n) => ({
      tokens: [`buyer-${n}`, `seller-${n}`],
      conversationId: `buyer-${n}|seller-${n}`,
    })),
    ask: product.ask,
    storedSince: keeping === 'nothing' ? () => null : createReader(join(dir.path, 'relay.db')),
    async restart() {
      await product.stop();
      await product.start();
    },
    stop,
  };
}
