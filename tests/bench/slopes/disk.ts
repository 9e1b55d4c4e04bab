import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Database } from '../../../server/src/db/database.ts';
import { fillMarket } from '../../support/data/full-market.ts';
import { addConversations, addMembers, addMessages, addPhotos, type Talk } from './rows.ts';

export const NOUNS = ['member', 'listing', 'photo', 'conversation', 'message'] as const;
export type Noun = (typeof NOUNS)[number];
/** Bytes on disk for one more, with its indexes; a listing brings a tenth of a request along. */
export type DiskSlopes = Record<Noun, number>;

/** What a database holds on disk, indexes included, without its log. */
async function sizeOf(url: string): Promise<number> {
  if (url.startsWith('file:')) {
    const sqlite = new Sqlite(url.slice('file:'.length), { readonly: true });
    const pages = Number(sqlite.pragma('page_count', { simple: true }));
    const bytes = pages * Number(sqlite.pragma('page_size', { simple: true }));
    sqlite.close();
    return bytes;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  await client.end();
  return Number(rows[0]?.bytes);
}

/** A growing instance. Each call adds so many of everything, and twice as many messages as the rest. */
export function createGrowth(db: Database, url: string) {
  let members: string[] = [];
  let talks: Talk[] = [];
  return async function grow(count: number): Promise<DiskSlopes> {
    const slopes = {} as DiskSlopes;
    async function weigh(noun: Noun, rows: number, add: () => Promise<unknown>): Promise<void> {
      const before = await sizeOf(url);
      await add();
      slopes[noun] = ((await sizeOf(url)) - before) / rows;
    }
    await weigh('member', count, async () => {
      members = [...members, ...(await addMembers(db, count))];
    });
    const owner = members.at(-1) as string;
    await weigh('listing', count, () => fillMarket(db, count, owner));
    await weigh('photo', count, () => addPhotos(db, owner, count));
    const listings = await db.read(({ q, t }) => q.select({ id: t.listings.id }).from(t.listings).limit(997));
    await weigh('conversation', count, async () => {
      const added = { members: members.slice(-count), listings: listings.map(({ id }) => id), count };
      talks = [...talks, ...(await addConversations(db, added))];
    });
    await weigh('message', 2 * count, () => addMessages(db, talks, 2 * count));
    return slopes;
  };
}
