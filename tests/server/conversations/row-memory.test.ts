import { randomUUID } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { type Column, eq, getTableColumns } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { arrangeConversation } from '../../../server/src/conversations/arrange-conversation.ts';
import { markDelivered } from '../../../server/src/conversations/delivered/mark-delivered.ts';
import { editMessage } from '../../../server/src/conversations/edit-message.ts';
import { markRead } from '../../../server/src/conversations/mark-read.ts';
import { memoryOf } from '../../../server/src/conversations/memory.ts';
import { openConversation } from '../../../server/src/conversations/open-conversation.ts';
import {
  type ConversationRow,
  conversationsWithDetails,
  findConversation,
} from '../../../server/src/conversations/queries.ts';
import { removeMessage } from '../../../server/src/conversations/remove-message.ts';
import { createRowMemory, SOURCES } from '../../../server/src/conversations/row-memory.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import { sendWithin } from '../../../server/src/conversations/send-within.ts';
import { unsendMessage } from '../../../server/src/conversations/unsend-message.ts';
import { blockMember, unblockMember } from '../../../server/src/members/blocks/change-block.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import type { RowChanges } from '../../../server/src/platform/db/row-changes.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { addWanted } from '../../support/people/market.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { createBareCtx } from '../../support/servers/bare-ctx.ts';
import { createDatabase } from '../../support/servers/database.ts';

let db: Database;
let file: string;
let world: Awaited<ReturnType<typeof startWorld>>;

/** Two members with a conversation about a listing and one about a WTB, each with a message from both. */
async function startWorld() {
  const { ctx, buyer, seller, id, listingId } = await storeConversation(db);
  const wantedId = await addWanted(db, buyer.id);
  const about = { sellerId: buyer.id, wtbListingId: wantedId, isWTB: true };
  const { conversation } = await openConversation(ctx, seller, about);
  const send = (who: typeof buyer, conversationId: string, clientId: string = randomUUID()) =>
    sendMessage(ctx, who, { clientId, conversationId, type: 'text', content: `It is ${clientId}` });
  const first = await send(buyer, id);
  await send(seller, conversation.id);
  return { ctx, buyer, seller, ids: [id, conversation.id], listingId, wantedId, send, first };
}

beforeEach(async () => {
  const { url, remove } = await createDatabase('sqlite');
  onTestFinished(remove);
  file = url.replace('file:', '');
  db = await openDatabase(url, createLog('error'));
  onTestFinished(() => db.close());
  world = await startWorld();
});

/** @returns how many rows are in memory; each equals the row that is read. */
const compare = (): Promise<number> =>
  db.transact(async (tx) => {
    let known = 0;
    for (const id of world.ids) {
      const remembered = memoryOf(world.ctx)?.rows.get(id);
      const [row] = await findConversation(tx, { id });
      if (!remembered) continue;
      known += 1;
      expect(remembered).toEqual(row);
    }
    return known;
  });

describe('a conversation in memory', () => {
  test('reads only the tables whose changes are watched', async () => {
    const text = await db.read(async (conn) => {
      const query = conversationsWithDetails(conn) as unknown as { toSQL(): { sql: string } };
      return query.toSQL().sql;
    });
    const tables = [...text.matchAll(/(?:from|join) "(\w+)"/g)].map(([, table]) => table);
    expect([...new Set(tables)].sort()).toEqual(SOURCES.map(({ table }) => table).sort());
  });

  test('is dropped when a column it contains changes', async () => {
    expect(await compare()).toBe(2);
    const [one] = world.ids;
    const rows = {
      conversations: one,
      messages: world.first.id,
      users: world.seller.id,
      listings: world.listingId,
      wanted: world.wantedId,
    };
    for (const [name, id] of Object.entries(rows) as [keyof typeof rows, string][]) {
      const table = await db.read(async ({ t }) => t[name]);
      for (const [column, { dataType }] of Object.entries(getTableColumns(table)) as [string, Column][]) {
        if (column === 'id' || /Id$/.test(column) || /json/.test(dataType)) continue;
        await world.send(world.buyer, world.ids[0] as string);
        await world.send(world.seller, world.ids[1] as string);
        expect(await compare()).toBe(2);
        const stored = db.transact(({ q }) =>
          q
            .update(table)
            .set({ [column]: dataType === 'string' ? 'x' : dataType === 'date' ? new Date(7e12) : 7 })
            .where(eq(table.id, id))
            .returning({ id: table.id }),
        );
        // A column may refuse the value.
        const isStored = await stored.then(
          () => true,
          () => false,
        );
        if (isStored) expect(await compare(), `${name}.${column}`).toBeLessThan(2);
      }
    }
  });

  test('is not searched for when a member changes', async () => {
    const memory = createRowMemory(db.rowChanges as RowChanges);
    let reads = 0;
    const row = (id: string) => ({
      conversation: { id },
      get buyer() {
        reads += 1;
        return {};
      },
    });
    await db.transact(({ q, t }) => {
      for (let n = 0; n < 10; n += 1) memory.remember(row(randomUUID()) as unknown as ConversationRow);
      return q.update(t.listings).set({ priceCents: 7 }).returning({ id: t.listings.id });
    });
    expect(reads).toBe(0);
  });

  test('is cleared once too many other rows have changed', async () => {
    expect(await compare()).toBe(2);
    await db.transact(async ({ q, t }) => {
      const [user] = await q.select().from(t.users).limit(1);
      for (let n = 0; n < 10_000; n += 1) {
        const one = { ...user, id: randomUUID(), username: `many${n}`, usernameKey: `many${n}` };
        await q.insert(t.users).values(one as typeof t.users.$inferInsert);
      }
      await q.update(t.users).set({ isAdmin: false });
    });
    expect(await compare()).toBe(0);
    await world.send(world.buyer, world.ids[0] as string);
    expect(await compare()).toBe(1);
  });

  test('is dropped when a transaction is rolled back', async () => {
    const [one = '', other = ''] = world.ids;
    const failing = (id: string) =>
      db.transact(async ({ q, t }) => {
        await q.update(t.conversations).set({ lastSeq: 90 }).where(eq(t.conversations.id, id));
        throw new Error('changed my mind');
      });
    // The failure rolls back the messages beside it, too, and they are stored again.
    await Promise.allSettled([world.send(world.buyer, one), failing(other), world.send(world.buyer, one)]);
    await compare();
    expect((await world.send(world.buyer, one)).seq).toBe(4);
    await expect(failing(one)).rejects.toThrow('changed my mind');
    expect((await world.send(world.buyer, one)).seq).toBe(5);
    const unsent = db.transact(async (tx) => {
      const input = { clientId: randomUUID(), conversationId: one, type: 'text', content: 'Hello' } as const;
      await sendWithin(world.ctx, tx, { actor: world.buyer, input, statement: null });
      throw new Error('changed my mind');
    });
    await expect(unsent).rejects.toThrow('changed my mind');
    expect((await world.send(world.buyer, one)).seq).toBe(6);
    expect(await compare()).toBeGreaterThan(0);
  });

  test('is dropped when the disk is full', async () => {
    const [one = ''] = world.ids;
    const prepare = vi.spyOn(Sqlite.prototype, 'prepare');
    const other = await openDatabase(`file:${file}`, createLog('error'));
    onTestFinished(() => other.close());
    const commit = prepare.mock.results[prepare.mock.calls.findIndex(([source]) => source === 'commit')];
    prepare.mockRestore();
    const ctx = createBareCtx(other, world.ctx.publish);
    const send = (clientId: string) =>
      sendMessage(ctx, world.buyer, { clientId, conversationId: one, type: 'text', content: 'Hello' });
    const { seq } = await send(randomUUID());
    // Every commit fails: whether both messages share one depends on how busy the machine is.
    const full = vi.spyOn(commit?.value, 'run').mockImplementation(() => {
      throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
    });
    const clientIds = [randomUUID(), randomUUID()];
    const refused = await Promise.allSettled(clientIds.map(send));
    full.mockRestore();
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const sent = await Promise.all([randomUUID(), ...clientIds].map(send));
    expect(sent.map((message) => message.seq)).toEqual([seq + 1, seq + 2, seq + 3]);
  });

  test('is dropped when another process writes to the file', async () => {
    expect(await compare()).toBe(2);
    const other = new Sqlite(file);
    other.prepare('update users set username = ? where id = ?').run('renamed', world.seller.id);
    other.close();
    const { sender } = await world.send(world.seller, world.ids[0] as string);
    expect(sender.username).toBe('renamed');
    await compare();
  });

  test('equals the stored row after any concurrent writes', async () => {
    const person = fc.boolean();
    const place = fc.integer({ min: 0, max: 1 });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ is: fc.constant('send' as const), person, place }) },
      fc.record({
        is: fc.constantFrom(
          ...(['again', 'read', 'deliver', 'archive', 'mute', 'edit', 'unsend', 'remove'] as const),
          ...(['block', 'unblock', 'rename', 'listing', 'wanted', 'fail', 'outside'] as const),
        ),
        person,
        place,
      }),
    );
    let known = 0;
    let name = 0;
    async function take({
      is: what,
      person: isBuyer,
      place: n,
    }: {
      is: string;
      person: boolean;
      place: number;
    }) {
      const { ctx, buyer, seller, ids } = world;
      const [actor, other] = isBuyer ? [buyer, seller] : [seller, buyer];
      const conversationId = ids[n] as string;
      const messageId = world.first.id;
      const update = (table: 'users' | 'listings' | 'wanted', id: string, set: object) =>
        db.transact(({ q, t }) =>
          q.update(t[table]).set(set).where(eq(t[table].id, id)).returning({ id: t[table].id }),
        );
      const steps: Record<string, () => unknown> = {
        send: () => world.send(actor, conversationId),
        again: () => world.send(buyer, ids[0] as string, world.first.clientId),
        read: () => markRead(ctx, actor, { conversationId }),
        deliver: () => markDelivered(ctx, actor, { conversations: { [conversationId]: 1 } }),
        archive: () => arrangeConversation(ctx, actor, { id: conversationId, isArchived: name % 2 === 0 }),
        mute: () => arrangeConversation(ctx, actor, { id: conversationId, isMuted: name % 2 === 0 }),
        edit: () => editMessage(ctx, buyer, { messageId, content: `edited ${name}` }),
        unsend: () => unsendMessage(ctx, buyer, { messageId }),
        remove: () => db.transact((tx) => removeMessage(ctx, tx, messageId)),
        block: () => blockMember(ctx, actor, other.id),
        unblock: () => unblockMember(ctx, actor, other.id),
        rename: () => update('users', actor.id, { username: `name${name}` }),
        listing: () => update('listings', world.listingId, { priceCents: name }),
        wanted: () => update('wanted', world.wantedId, { isFulfilled: name % 2 === 0 }),
        fail: () =>
          db.transact(async ({ q, t }) => {
            await q
              .update(t.conversations)
              .set({ lastSeq: 90 })
              .where(eq(t.conversations.id, conversationId));
            throw new Error('changed my mind');
          }),
        outside() {
          const sqlite = new Sqlite(file, { timeout: 5_000 });
          sqlite.prepare('update users set username = ? where id = ?').run(`away${name}`, other.id);
          sqlite.close();
        },
      };
      name += 1;
      await steps[what]?.();
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
        async (turns) => {
          for (const turn of turns) {
            // Refusals, for example of messages to a member who has blocked the sender, change nothing.
            await Promise.allSettled(turn.map(take));
            known += await compare();
          }
          for (const one of [world.buyer, world.seller]) {
            const other = one === world.buyer ? world.seller : world.buyer;
            await unblockMember(world.ctx, one, other.id).catch(() => undefined);
          }
        },
      ),
      { numRuns: 60 },
    );
    // Not empty each time.
    expect(known).toBeGreaterThan(100);
  });
});
