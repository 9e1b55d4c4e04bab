import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../../../server/src/platform/core/errors.ts';
import type { Database, Tx } from '../../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../../server/src/platform/db/open.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { bothEngines, createDatabase } from '../../../support/servers/database.ts';

const log = createLog('silent');

/** A user whose row several transactions compete for. */
async function addUser({ q, t }: Tx): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  await q
    .insert(t.users)
    .values({ id, username: id, usernameKey: id, createdAt: at, updatedAt: at })
    .returning({ id: t.users.id });
  return id;
}

const touch = ({ q, t }: Tx, id: string) =>
  q.update(t.users).set({ updatedAt: new Date() }).where(eq(t.users.id, id)).returning({ id: t.users.id });

describe.skipIf(!bothEngines().includes('postgres'))('a PostgreSQL server', () => {
  async function open() {
    const { url, remove } = await createDatabase('postgres');
    onTestFinished(remove);
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    onTestFinished(() => admin.end());
    return { url, admin };
  }
  async function connect(url: string): Promise<Database> {
    const db = await openDatabase(url, log);
    onTestFinished(() => db.close());
    return db;
  }
  /** Terminates every other connection to the database, as an administrator or a restart would. */
  const cutAll = (admin: pg.Client) =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );

  test('that confirms commits too early is refused', async () => {
    const { url, admin } = await open();
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    await expect(openDatabase(url, log)).rejects.toThrow('PostgreSQL does not sync commits to disk');
  });

  test('that drops connections fails the current transaction only', async () => {
    const { url, admin } = await open();
    const db = await connect(url);
    const cut = db.transact(async (tx) => {
      const id = await addUser(tx);
      await cutAll(admin);
      // Leave time for the termination to arrive while the connection is idle.
      await admin.query('select pg_sleep(0.2)');
      await touch(tx, id);
    });
    const error = await cut.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'unavailable', retryAfter: 2 });
    const id = await db.transact(addUser);
    const users = await db.read(async ({ q, t }) => q.select({ id: t.users.id }).from(t.users));
    expect(users).toEqual([{ id }]);
  });

  test('that aborts a slow statement is reported as unavailable', async () => {
    const { url } = await open();
    const db = await connect(url);
    const slow = db.transact(async (tx) => {
      await addUser(tx);
      const { q, t } = tx;
      await q.select({ set: sql`set_config('statement_timeout', '50', true)` }).from(t.users);
      await q.select({ slept: sql`pg_sleep(600)` }).from(t.users);
    });
    await expect(slow).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('two transactions that deadlock both succeed', async () => {
    const { url } = await open();
    const [one, other] = [await connect(url), await connect(url)];
    const [a, b] = [await one.transact(addUser), await one.transact(addUser)];
    let runs = 0;
    const bothLocked = Promise.withResolvers<void>();
    const lockBoth = (db: Database, first: string, second: string) =>
      db.transact(async (tx) => {
        await touch(tx, first);
        runs += 1;
        if (runs === 2) bothLocked.resolve();
        await bothLocked.promise;
        await touch(tx, second);
      });
    await Promise.all([lockBoth(one, a, b), lockBoth(other, b, a)]);
    // At least one was aborted and retried; a busy server may abort both.
    expect(runs).toBeGreaterThan(2);
  });
});
