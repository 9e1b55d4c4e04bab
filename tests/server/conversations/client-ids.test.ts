import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BLOCK } from '../../../server/src/conversations/client-ids/client-ids.ts';
import { sendMessage } from '../../../server/src/conversations/send-message.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { storeConversation } from '../../support/people/stored-conversation.ts';
import { createBareCtx } from '../../support/servers/bare-ctx.ts';
import { createDatabase, describeOnBothEngines } from '../../support/servers/database.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const storedIn = (db: Database, id: string) =>
  db.read(({ q, t: { messages: m } }) =>
    q.select().from(m).where(eq(m.conversationId, id)).orderBy(asc(m.seq)),
  );

describeOnBothEngines('a repeated client id', ({ openDb }) => {
  test('returns the first message on any node', async () => {
    const db = await openDb();
    const { id, ctx, buyer, seller, send } = await storeConversation(db);
    const from = (n: number) => (n % 2 ? buyer : seller);
    await send(buyer, 'first');
    const clientIds = Array.from({ length: 2 * BLOCK + 8 }, () => randomUUID());
    for (const [n, clientId] of clientIds.entries()) await send(from(n), `text ${n}`, clientId);
    const stored = await storedIn(db, id);
    expect(stored.slice(1).map(({ clientId }) => clientId)).toEqual(clientIds);
    const fresh = createBareCtx(db, ctx.publish);
    // Around each limit of a block, and at both ends.
    for (const seq of [2, BLOCK, BLOCK + 1, BLOCK + 2, 2 * BLOCK, 2 * BLOCK + 1, stored.length]) {
      const { id: firstId, clientId, senderId } = stored[seq - 1] as (typeof stored)[number];
      const again = { clientId, conversationId: id, type: 'text', content: 'again' } as const;
      const actor = senderId === buyer.id ? buyer : seller;
      for (const node of [ctx, fresh]) {
        expect(await sendMessage(node, actor, again), `seq ${seq}`).toMatchObject({ id: firstId, seq });
      }
      const other = senderId === buyer.id ? seller : buyer;
      expect((await sendMessage(ctx, other, again)).id).not.toBe(firstId);
    }
    expect(await storedIn(db, id)).toHaveLength(stored.length + 7);
  });
});

describe('client ids on SQLite', () => {
  test('are used once each after any sequence of writes', async () => {
    const { url, remove } = await createDatabase('sqlite');
    onTestFinished(remove);
    const db = await openDatabase(url, createLog('error'));
    onTestFinished(() => db.close());
    const { id, buyer, seller, send } = await storeConversation(db);
    const sent: { clientId: string; isBuyer: boolean }[] = [];
    const post = async (isBuyer: boolean, clientId: string = randomUUID()) => {
      const message = await send(isBuyer ? buyer : seller, 'text', clientId);
      return { clientId, isBuyer, message };
    };
    const verbs = {
      send: async (isBuyer: boolean) => void sent.push(await post(isBuyer)),
      // One of the newest or any.
      async repeat(isNew: boolean, at: number) {
        const one = sent.at(-1 - (at % Math.min(sent.length, isNew ? 5 : Number.POSITIVE_INFINITY)));
        if (one) await post(one.isBuyer, one.clientId);
      },
      // Both in one batch: one is stored, and the other returns it.
      async twice(isBuyer: boolean) {
        const clientId = randomUUID();
        sent.push({ clientId, isBuyer });
        const [one, other] = await Promise.all([post(isBuyer, clientId), post(isBuyer, clientId)]);
        expect(other.message.id).toBe(one.message.id);
      },
      // Rolls back the messages that share its batch; they are stored again.
      async fail(isBuyer: boolean) {
        const failing = db.transact(async ({ q, t }) => {
          await q.update(t.conversations).set({ changeSeq: 0 }).where(eq(t.conversations.id, id));
          throw new Error('changed my mind');
        });
        const [, one] = await Promise.allSettled([failing, post(isBuyer)]);
        if (one.status === 'fulfilled') sent.push(one.value);
      },
      change: () =>
        db.transact(({ q, t: { messages: m } }) =>
          q.update(m).set({ editedAt: new Date() }).where(eq(m.conversationId, id)).returning({ id: m.id }),
        ),
      // Another process stores a message.
      async outside(isBuyer: boolean) {
        const other = new Sqlite(url.replace('file:', ''), { timeout: 5_000 });
        const clientId = randomUUID();
        other.transaction(() => {
          other.prepare('update conversations set last_seq = last_seq + 1 where id = ?').run(id);
          other
            .prepare(
              `insert into messages (id, conversation_id, seq, sender_id, client_id, message_type, content, created_at)
              select ?, id, last_seq, ?, ?, 'text', 'Hello', 1 from conversations where id = ?`,
            )
            .run(randomUUID(), (isBuyer ? buyer : seller).id, clientId, id);
        })();
        other.close();
        sent.push({ clientId, isBuyer });
      },
    };
    await verbs.send(true);
    const names = Object.keys(verbs) as (keyof typeof verbs)[];
    const step = fc.record({
      verb: fc.oneof(fc.constantFrom('send', 'repeat'), fc.constantFrom(...names)),
      isBuyer: fc.boolean(),
      at: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 12 }),
        async (turns) => {
          for (const turn of turns) {
            await Promise.all(turn.map(({ verb, isBuyer, at }) => verbs[verb](isBuyer, at)));
          }
          const stored = await storedIn(db, id);
          expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, n) => n + 1));
          expect(stored.map(({ clientId }) => clientId).sort()).toEqual(
            sent.map(({ clientId }) => clientId).sort(),
          );
        },
      ),
      { numRuns: 100, seed: 7, endOnFailure: true },
    );
    expect(sent.length, 'passes several blocks').toBeGreaterThan(2 * BLOCK);
  });

  test('are recorded again when a copy is imported', async () => {
    const dirs = [makeTempDir(), makeTempDir(), makeTempDir()];
    for (const { remove } of dirs) onTestFinished(remove);
    const [from, copy, to] = dirs.map(({ path }) => path) as [string, string, string];
    const db = await openDatabase(`file:${join(from, 'selvedge.db')}`, createLog('error'));
    const { buyer, seller, send } = await storeConversation(db);
    for (let n = 0; n < 2 * BLOCK + 3; n += 1) await send(n % 3 ? seller : buyer, `text ${n}`);
    await db.close();
    expect((await runOperator(['export', join(copy, 'copy')], { DATA_DIR: from })).errors).toBe('');
    expect((await runOperator(['import', join(copy, 'copy')], { DATA_DIR: to })).errors).toBe('');
    const [before, after] = [from, to].map((dir) => {
      const sqlite = new Sqlite(join(dir, 'selvedge.db'), { readonly: true });
      onTestFinished(() => void sqlite.close());
      return sqlite.prepare('select * from message_client_ids').raw().all();
    });
    expect(before).toHaveLength(2 * BLOCK);
    expect(after).toEqual(before);
  });

  test('are deleted with their conversation', async () => {
    const dir = makeTempDir();
    onTestFinished(dir.remove);
    const file = join(dir.path, 'selvedge.db');
    await (await openDatabase(`file:${file}`, createLog('error'))).close();
    const lengths = [BLOCK - 1, BLOCK, 2 * BLOCK + 3];
    const conversations = lengths.map((lastSeq) => ({ id: randomUUID(), lastSeq }));
    const sqlite = new Sqlite(file);
    for (const name of ['buyer', 'seller']) {
      sqlite
        .prepare(
          'insert into users (id, username, username_key, is_admin, created_at, updated_at) values (?, ?, ?, 0, 1, 1)',
        )
        .run(name, name, name);
    }
    for (const { id, lastSeq } of conversations) {
      sqlite
        .prepare(
          `insert into conversations (id, buyer_id, seller_id, creator_id, last_seq, last_message_at, created_at, changed_at)
          values (?, 'buyer', 'seller', 'buyer', ?, 1, 1, 1)`,
        )
        .run(id, lastSeq);
      const add = sqlite.prepare(
        `insert into messages (id, conversation_id, seq, sender_id, client_id, message_type, content, created_at)
        values (?, ?, ?, 'buyer', ?, 'text', 'Hello', 1)`,
      );
      for (let seq = 1; seq <= lastSeq; seq++) add.run(randomUUID(), id, seq, randomUUID());
    }
    const keys = sqlite.prepare('select hex(key) key, seq from message_client_ids order by seq, key').all();
    const ids = sqlite
      .prepare('select conversation_id || client_id as ids, conversation_id as id, seq from messages')
      .all() as { ids: string; id: string; seq: number }[];
    const recorded = ids
      .filter(
        ({ id, seq }) => seq <= 2 * BLOCK && (id === conversations[2]?.id || id === conversations[1]?.id),
      )
      .map((row) => ({ key: row.ids.replaceAll('-', '').toUpperCase(), seq: row.seq }))
      .sort((a, b) => a.seq - b.seq || (a.key < b.key ? -1 : 1));
    expect(recorded).toHaveLength(3 * BLOCK);
    expect(keys).toEqual(recorded);
    const gone = conversations[2]?.id ?? '';
    sqlite.prepare('delete from messages where conversation_id = ?').run(gone);
    sqlite.prepare('delete from conversations where id = ?').run(gone);
    const left = sqlite.prepare('select distinct hex(substr(key, 1, 16)) from message_client_ids').pluck();
    expect(left.all()).toEqual([conversations[1]?.id.replaceAll('-', '').toUpperCase()]);
    sqlite.close();
  });
});
