import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { freePort } from '../../../scripts/free-port.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { newPhotoKey } from '../../../server/src/platform/media/media-key.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { fillInbox } from '../../support/data/full-inbox.ts';
import { fillMarket } from '../../support/data/full-market.ts';
import { signUp } from '../../support/people/account.ts';
import { addMember } from '../../support/people/market.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

export const CONVERSATIONS = 200;
const MESSAGES_AT_ONCE = 1_000;
const SELLERS = 100;
/** Unused uploads of the seller, for new listings. */
const UPLOADS = 500;

export type Product = Awaited<ReturnType<typeof startProduct>>;

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

/** Adds uploads that the seller's new listings can show. @returns their keys */
async function addUploads(db: Database, ownerId: string): Promise<string[]> {
  const at = new Date();
  const keys = Array.from({ length: UPLOADS }, () => newPhotoKey(ownerId, 'front.jpg', at));
  const size = { width: 900, height: 1200, placeholder: 'AAAA' };
  await db.transact(({ q, t }) =>
    q.insert(t.uploads).values(keys.map((key) => ({ key, ownerId, createdAt: at, ...size }))),
  );
  return keys;
}

/** Fills the market and the inboxes of two members. */
async function fill(file: string, count: number, [sellerId, buyerId]: [string, string]) {
  const db = await openDatabase(`file:${file}`, createLog('error'));
  await fillMarket(db, count);
  const sellers: string[] = [];
  for (let n = 0; n < SELLERS; n += 1) sellers.push((await addMember(db, `seller${n}`)).id);
  const ids = await fillInbox(db, { sellerId, buyerId, count: CONVERSATIONS });
  await fillConversations(db, ids, Math.max(50, count / CONVERSATIONS), [sellerId, buyerId]);
  const uploads = await addUploads(db, sellerId);
  await db.close();
  return { sellers, ids, uploads };
}

/** Starts the product on a full database, and the baseline server on the same file. */
export async function openSite(count: number) {
  const dir = makeTempDir();
  const file = join(dir.path, 'selvedge.db');
  const preload = new URL('../../support/measuring/probe.ts', import.meta.url);
  const product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port: await freePort(),
    // Tokens must outlive the run.
    env: { AUTH_AUTOCONFIRM: 'true', ACCESS_TTL: '3600' },
    preload,
  });
  const [seller, buyer] = [await signUp(product.url), await signUp(product.url)];
  for (const one of [seller, buyer]) await one.call('GET', '/api/auth/user');
  const { sellers, ids, uploads } = await fill(file, count, [seller.id, buyer.id]);
  const sqlite = new Sqlite(file);
  const spread = sqlite.prepare('update listings set seller_id = ? where seller_id <> ? and rowid % ? = ?');
  for (const [n, id] of sellers.entries()) spread.run(id, seller.id, SELLERS, n);
  const limits = await startProduct({
    entry: 'tests/bench/reads/limits.ts',
    dataDir: dir.path,
    port: await freePort(),
    env: { TOKEN: seller.token, PERSON_ID: seller.id },
    preload,
  });
  const touch = sqlite.prepare('update users set is_admin = is_admin');
  return {
    product,
    limits,
    seller,
    ids,
    uploads,
    sqlite,
    /** Changes every member's row, so that no cached response of the market is valid. */
    invalidate: () => void touch.run(),
    async close() {
      sqlite.close();
      await Promise.all([product.stop(), limits.stop()]);
      dir.remove();
    },
  };
}
export type Site = Awaited<ReturnType<typeof openSite>>;
