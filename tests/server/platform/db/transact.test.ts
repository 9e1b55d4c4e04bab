import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, isUniqueViolation, type Tx } from '../../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../../server/src/platform/db/open.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { createDatabase, describeOnBothEngines } from '../../../support/servers/database.ts';

const addUser = (tx: Tx, username: string) =>
  tx.q
    .insert(tx.t.users)
    .values({
      id: randomUUID(),
      username,
      usernameKey: username,
      createdAt: new Date(),
      updatedAt: new Date(),
    })
    .returning({ id: tx.t.users.id });

const usernames = async (db: Database) =>
  (await db.read(({ q, t }) => q.select({ username: t.users.username }).from(t.users)))
    .map((row) => row.username)
    .sort();

describeOnBothEngines('a transaction', ({ openDb }) => {
  test('that throws does not affect concurrent ones', {
    tags: ['atomic-writes'],
  }, async () => {
    const db = await openDb();
    const effects: number[] = [];
    const jobs = Array.from({ length: 20 }, (_, i) =>
      db.transact(async (tx) => {
        tx.afterCommit(() => void effects.push(i));
        if (i % 4 === 3) throw new Error('no');
        await addUser(tx, `user${String(i).padStart(2, '0')}`);
        if (i % 2) throw new Error('no');
        return i;
      }),
    );
    const results = await Promise.allSettled(jobs);
    expect(results.map((one) => (one.status === 'rejected' ? 'no' : one.value))).toEqual(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? 'no' : i)),
    );
    // Each effect ran once, even if its transaction was retried.
    expect(effects.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, i) => i * 2));
    expect(await usernames(db)).toEqual(
      Array.from({ length: 10 }, (_, i) => `user${String(i * 2).padStart(2, '0')}`),
    );
  });

  test('runs its effects after the commit', async () => {
    const db = await openDb();
    const seen = new Promise<string[]>((resolve) => {
      void db.transact(async (tx) => {
        tx.afterCommit(async () => resolve(await usernames(db)));
        await addUser(tx, 'marlow');
      });
    });
    expect(await seen).toEqual(['marlow']);
  });

  test('that throws runs none of its effects', async () => {
    const db = await openDb();
    let ran = false;
    const failing = db.transact(async (tx) => {
      tx.afterCommit(() => {
        ran = true;
      });
      await addUser(tx, 'marlow');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ran).toBe(false);
  });

  test('whose commit fails runs no effects', async ({ skip }) => {
    const db = await openDb();
    if (db.dialect !== 'sqlite') return skip('its constraints are not deferrable');
    let ran = false;
    const failing = db.transact(async (tx) => {
      tx.afterCommit(() => {
        ran = true;
      });
      // Defer the violation to the commit. The shared query type has no pragmas.
      const sqlite = tx.q as unknown as { run(pragma: SQL): unknown };
      sqlite.run(sql`pragma defer_foreign_keys = on`);
      await tx.q.insert(tx.t.blocks).values({
        id: randomUUID(),
        blockerId: randomUUID(),
        blockedId: randomUUID(),
        createdAt: new Date(),
      });
    });
    await expect(failing).rejects.toThrow(/FOREIGN KEY/);
    expect(ran).toBe(false);
  });

  test('a unique violation is distinguished from other errors', async () => {
    const db = await openDb();
    await db.transact((tx) => addUser(tx, 'marlow'));
    const violation = await db.transact((tx) => addUser(tx, 'marlow')).catch((error: unknown) => error);
    expect(isUniqueViolation(violation)).toBe(true);
    expect(isUniqueViolation(new Error('no'))).toBe(false);
  });
});

// SQLite only: PostgreSQL's driver yields to the event loop on each query.
test('writers on SQLite do not delay timers', async () => {
  const { url, remove } = await createDatabase('sqlite');
  onTestFinished(remove);
  const db = await openDatabase(url, createLog('error'));
  onTestFinished(() => db.close());
  let ticks = 0;
  let isWriting = true;
  const count = () => {
    ticks += 1;
    if (isWriting) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 500 }, (_, i) => db.transact((tx) => addUser(tx, `user${i}`))));
  isWriting = false;
  // The event loop runs between batches, and 500 writers need several batches.
  expect(ticks).toBeGreaterThan(3);
});
