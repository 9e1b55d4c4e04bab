import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../../server/src/core/errors.ts';
import type { Database, Tx } from '../../../server/src/db/database.ts';
import { openDatabase } from '../../../server/src/db/open.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { createDatabase, engines } from '../../support/servers/database.ts';

const log = createLog('silent');

/** A user whose row can be fought over. */
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

describe.skipIf(!engines().includes('postgres'))('a PostgreSQL', () => {
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
  /** Ends every other connection to the database, as an administrator or a restart would. */
  const cutAll = (admin: pg.Client) =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );

  test('that confirms commits before they are on disk is not used', async () => {
    const { url, admin } = await open();
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    await expect(openDatabase(url, log)).rejects.toThrow('PostgreSQL does not sync commits to disk');
  });

  test('whose connections are cut in the middle of a transaction refuses that one and does the next', async () => {
    const { url, admin } = await open();
    const db = await connect(url);
    const cut = db.transact(async (tx) => {
      const id = await addUser(tx);
      await cutAll(admin);
      // Nothing is being asked when it hears of it.
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

  test('that ends a statement which takes too long says that it is unavailable', async () => {
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

  test('two transactions that wait for each other are both done', async () => {
    const { url } = await open();
    const [one, other] = [await connect(url), await connect(url)];
    const [a, b] = [await one.transact(addUser), await one.transact(addUser)];
    let runs = 0;
    const bothHoldOne = Promise.withResolvers<void>();
    const crossing = (db: Database, first: string, second: string) =>
      db.transact(async (tx) => {
        await touch(tx, first);
        runs += 1;
        if (runs === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await touch(tx, second);
      });
    await Promise.all([crossing(one, a, b), crossing(other, b, a)]);
    // At least one of them was ended, and begun again; a busy server may find both at the same moment.
    expect(runs).toBeGreaterThan(2);
  });
});
