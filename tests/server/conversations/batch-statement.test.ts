import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type BoundMessage, storeMessages } from '../../../server/src/conversations/batch/queries.ts';
import { idAbove } from '../../../server/src/conversations/message-id.ts';
import { nextMessage, refusalOf } from '../../../server/src/conversations/next-message.ts';
import { type ConversationRow, findConversation } from '../../../server/src/conversations/queries.ts';
import { DELETED_NAME } from '../../../server/src/members/deleted.ts';
import type { Database, Tx } from '../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { addMember } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { bothEngines, createDatabase } from '../../support/servers/database.ts';

describe.skipIf(!bothEngines().includes('postgres'))('the statement that stores a batch', () => {
  async function start() {
    const { url, remove } = await createDatabase('postgres');
    onTestFinished(remove);
    const db = await openDatabase(url, createLog('silent'));
    onTestFinished(() => db.close());
    const { buyer, seller, id, send: say } = await storeConversation(db);
    return { db, url, buyer, seller, id, say };
  }

  const runStatement = async (db: Database, messages: BoundMessage[]) =>
    (await db.runStatement?.((tx) => storeMessages(tx, messages))) ?? new Map();
  const bind = (
    conversationId: string,
    senderId: string,
    more: Partial<BoundMessage> = {},
  ): BoundMessage => ({
    ...{ id: idAbove(''), conversationId, senderId, clientId: randomUUID(), messageType: 'text' },
    ...{ content: 'hi', createdAt: new Date(), place: 1, total: 1, ...more },
  });
  async function read(db: Database, id: string): Promise<ConversationRow> {
    const [row] = await db.read((conn) => findConversation(conn, { id }));
    if (!row) throw new Error(`conversation ${id} not found`);
    return row;
  }

  for (const role of ['buyer', 'seller'] as const) {
    test(`changes the conversation as ${role}'s single message would`, async () => {
      const { db, id, say, ...people } = await start();
      await say(people.buyer, 'hello');
      await say(people.seller, 'hello back');
      const actor = people[role];
      const before = await read(db, id);
      const at = new Date();
      const bound = bind(id, actor.id, { createdAt: at });
      await runStatement(db, [bound]);
      const input = { conversationId: id, clientId: bound.clientId, type: 'text' as const, content: 'hi' };
      const { row } = nextMessage(before, { actor, input, statement: null }, { id: bound.id, at });
      expect(await read(db, id)).toEqual(row);
    });
  }

  interface Refused {
    what: string;
    isRefused: boolean;
    change(tx: Tx, ids: { id: string; buyerId: string; sellerId: string }): PromiseLike<unknown>;
  }
  const blocks = (blockerId: string, blockedId: string) => ({
    ...{ id: randomUUID(), blockerId, blockedId, createdAt: new Date() },
  });
  const REFUSED: Refused[] = [
    {
      what: 'whose buyer has blocked the seller',
      isRefused: true,
      change: ({ q, t }, { buyerId, sellerId }) => q.insert(t.blocks).values(blocks(buyerId, sellerId)),
    },
    {
      what: 'whose seller has blocked the buyer',
      isRefused: true,
      change: ({ q, t }, { buyerId, sellerId }) => q.insert(t.blocks).values(blocks(sellerId, buyerId)),
    },
    {
      what: 'whose buyer has deleted their account',
      isRefused: true,
      change: ({ q, t }, { buyerId }) =>
        q.update(t.users).set({ username: DELETED_NAME }).where(eq(t.users.id, buyerId)),
    },
    {
      what: 'whose seller has deleted their account',
      isRefused: true,
      change: ({ q, t }, { sellerId }) =>
        q.update(t.users).set({ username: DELETED_NAME }).where(eq(t.users.id, sellerId)),
    },
    {
      what: 'whose last message has a later time',
      isRefused: false,
      change: ({ q, t: { conversations: c } }, { id }) =>
        q
          .update(c)
          .set({ lastMessageAt: new Date(Date.now() + 60_000) })
          .where(eq(c.id, id)),
    },
    {
      what: 'whose last message has a higher id',
      isRefused: false,
      change: ({ q, t: { messages: m } }, { id }) =>
        q
          .update(m)
          .set({ id: idAbove('ffffff00-0000-7000-8000-000000000000') })
          .where(eq(m.conversationId, id)),
    },
  ];
  for (const { what, isRefused, change } of REFUSED) {
    test(`stores nothing in a conversation ${what}`, async () => {
      const { db, id, buyer, seller, say } = await start();
      await say(buyer, 'hello');
      await db.transact(
        async (tx) => void (await change(tx, { id, buyerId: buyer.id, sellerId: seller.id })),
      );
      const before = await read(db, id);
      expect(refusalOf(before, buyer) !== null).toBe(isRefused);
      expect(await runStatement(db, [bind(id, buyer.id)])).toEqual(new Map());
      expect(await read(db, id)).toEqual(before);
    });
  }

  test('stores nothing of a member who may not write', async () => {
    const { db, id, buyer, seller } = await start();
    const stranger = await addMember(db, 'stranger');
    expect(await runStatement(db, [bind(id, stranger.id)])).toEqual(new Map());
    expect(await runStatement(db, [bind(id, seller.id)])).toEqual(new Map());
    expect([...(await runStatement(db, [bind(id, buyer.id)])).keys()]).toEqual([id]);
  });

  test('stores all messages of a conversation or none', async () => {
    const { db, id, buyer, say } = await start();
    const { clientId } = await say(buyer, 'hello');
    const two = (second: Partial<BoundMessage>) => [
      bind(id, buyer.id, { total: 2 }),
      bind(id, buyer.id, { place: 2, total: 2, ...second }),
    ];
    expect(await runStatement(db, two({ clientId }))).toEqual(new Map());
    expect((await read(db, id)).conversation.lastSeq).toBe(1);
    expect([...(await runStatement(db, two({}))).keys()]).toEqual([id]);
    expect((await read(db, id)).conversation.lastSeq).toBe(3);
  });

  test('costs no more in a long conversation', async () => {
    const { url, id, buyer } = await start();
    const db = await openDatabase(url, createLog('silent'));
    const count = 100;
    for (let n = 0; n < count; n += 1) await runStatement(db, [bind(id, buyer.id)]);
    // A connection reports what it has read when it ends.
    await db.close();
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    onTestFinished(() => admin.end());
    const read = `select coalesce(sum(idx_tup_read), 0)::int as read from pg_stat_user_indexes where relname = 'messages'`;
    const rows = async () => (await admin.query<{ read: number }>(read)).rows[0]?.read ?? 0;
    await expect.poll(rows).toBeGreaterThan(count);
    expect(await rows()).toBeLessThan(10 * count);
  });

  /**
   * Lets a role read a conversation only while nobody holds an advisory lock: its statement waits after it has taken its
   * snapshot, and before it locks the row.
   */
  async function delayReads(url: string) {
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const role = `delayed_${randomUUID().replaceAll('-', '')}`;
    onTestFinished(async () => {
      await admin.query(`drop owned by ${role}; drop role ${role}`);
      await admin.end();
    });
    await admin.query(`
      create function wait() returns boolean language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(1); return true; end $$;
      create role ${role};
      grant select, insert, update on all tables in schema public to ${role};
      alter table conversations enable row level security;
      create policy delayed on conversations using (wait());
      select pg_advisory_lock(1)`);
    const isWaiting = async () => {
      const locks = `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      return (await admin.query(locks)).rowCount === 1;
    };
    return { role, isWaiting, release: () => admin.query('select pg_advisory_unlock(1)') };
  }

  test('stores nothing in a conversation that changes meanwhile', async () => {
    const { db, url, id, buyer, seller, say } = await start();
    await say(buyer, 'hello');
    const { role, isWaiting, release } = await delayReads(url);
    const storing = db.transact(async (tx) => {
      await tx.q.select({ role: sql`set_config('role', ${role}, true)` }).from(sql`(select 1) as one`);
      return storeMessages(tx, [bind(id, buyer.id)]);
    });
    await expect.poll(isWaiting).toBe(true);
    await say(seller, 'hello from another node');
    const before = await read(db, id);
    await release();
    expect(await storing).toEqual(new Map());
    expect(await read(db, id)).toEqual(before);
  });
});
