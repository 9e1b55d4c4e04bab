import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { readMigrations } from '../../../../server/src/platform/db/migrations.ts';
import { openPostgres } from '../../../../server/src/platform/db/postgres.ts';
import { bothEngines, createDatabase } from '../../../support/servers/database.ts';
import { makeNewer, SLOW } from '../../../support/servers/release.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';

const complain = (error: unknown) => console.error(error);

describe.skipIf(!bothEngines().includes('postgres'))('a PostgreSQL migration', () => {
  /** A database with a second connection to it, and the migrations of the next version. */
  async function prepare() {
    const { url, remove } = await createDatabase('postgres');
    onTestFinished(remove);
    const dir = makeTempDir();
    onTestFinished(() => dir.remove());
    const newer = makeNewer('postgres', join(dir.path, 'newer'), SLOW, { servesThis: true });
    const connect = async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    // The watcher needs its own connection: within a transaction, pg_stat_activity never changes.
    const [other, watcher] = [await connect(), await connect()];
    const open = async (migrations?: string): Promise<Database> => {
      const db = await openPostgres(url, 2, complain, { migrations });
      onTestFinished(() => db.close());
      return db;
    };
    return {
      newer,
      other,
      open,
      /** Waits until this many connections are blocked on a lock. */
      async untilBlocked(count: number): Promise<void> {
        const text = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        while ((await watcher.query(text)).rowCount !== count) await pause(20);
      },
    };
  }
  const countMembers = (db: Database) =>
    db.read(async ({ q, t }) => (await q.select({ id: t.users.id }).from(t.users)).length);

  test('runs once for several nodes that start at once', async () => {
    const { newer, other, open, untilBlocked } = await prepare();
    await other.query('begin');
    await other.query('lock table users in access exclusive mode');
    const both = Promise.all([open(newer), open(newer)]);
    await untilBlocked(2);
    await other.query('commit');
    for (const db of await both) expect(await countMembers(db)).toBe(0);
    const { rows } = await other.query('select count(*)::int as done from drizzle.__drizzle_migrations');
    expect(rows).toEqual([{ done: readMigrations(newer).length }]);
  });

  test('waiting for a long-running reader blocks no other readers', async () => {
    const { newer, other, open, untilBlocked } = await prepare();
    const running = await open();
    await other.query('begin');
    await other.query('lock table users in access share mode');
    const upgraded = open(newer);
    await untilBlocked(1);
    expect(await countMembers(running)).toBe(0);
    await other.query('commit');
    expect(await countMembers(await upgraded)).toBe(0);
  });
});
