import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { fillMarket } from '../../support/data/full-market.ts';
import { addConversations, addMembers, addMessages, addPhotos, type Conversation } from './rows.ts';

export const NOUNS = ['member', 'listing', 'photo', 'conversation', 'message'] as const;
type Noun = (typeof NOUNS)[number];
/** Bytes on disk per row, with its indexes; every tenth listing comes with a WTB. */
export type DiskSlopes = Record<Noun, number>;

/** The size of a database on disk, indexes included, without its write-ahead log. */
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

/** A growing instance. Each call adds `count` rows of every kind, but twice as many messages. */
export function createGrowth(db: Database, url: string) {
  let members: string[] = [];
  let conversations: Conversation[] = [];
  return async function grow(count: number): Promise<DiskSlopes> {
    const slopes = {} as DiskSlopes;
    async function measure(noun: Noun, rows: number, add: () => Promise<unknown>): Promise<void> {
      const before = await sizeOf(url);
      await add();
      slopes[noun] = ((await sizeOf(url)) - before) / rows;
    }
    await measure('member', count, async () => {
      members = [...members, ...(await addMembers(db, count))];
    });
    const owner = members.at(-1) as string;
    await measure('listing', count, () => fillMarket(db, count, owner));
    await measure('photo', count, () => addPhotos(db, owner, count));
    const listings = await db.read(({ q, t }) => q.select({ id: t.listings.id }).from(t.listings).limit(997));
    await measure('conversation', count, async () => {
      const added = { members: members.slice(-count), listings: listings.map(({ id }) => id), count };
      conversations = [...conversations, ...(await addConversations(db, added))];
    });
    await measure('message', 2 * count, () => addMessages(db, conversations, 2 * count));
    return slopes;
  };
}
