import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openSqlite } from '../../../server/src/platform/db/sqlite.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { createRandom, seedOfRun } from '../../support/data/random.ts';
import { bothEngines, createDatabase } from '../../support/servers/database.ts';
import { type Engine, makeNewer, SLOW } from '../../support/servers/release.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const SQLITE_KILLS = Number(process.env.SELVEDGE_TEST_KILLS ?? 25);
/** Fewer, because each needs a database of its own. */
const POSTGRES_KILLS = Math.ceil(SQLITE_KILLS / 5);
/** The number of kills after which the next start is checked, too. */
const GO_ON_AFTER = 5;
/** Enough rows for the migrations to take a while. */
const MEMBERS = 10_000;
const PROGRAM = new URL('../../support/servers/migrate.ts', import.meta.url);
const seed = seedOfRun();
const dir = makeTempDir();
afterAll(() => dir.remove());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const complain = (error: unknown) => console.error(error);
const sqliteParts = { log: createLog('silent'), onError: complain, onBroken: complain };

/**
 * Starts to migrate and kills the process after some milliseconds unless it has ended. @returns how long it
 * ran.
 */
async function migrate(url: string, folder: string, killAfterMs?: number): Promise<number> {
  const child = fork(PROGRAM, [url, folder]);
  const ended = once(child, 'exit');
  await once(child, 'message');
  const beganAt = performance.now();
  if (killAfterMs !== undefined)
    await Promise.race([pause(killAfterMs), ended]).then(() => child.kill('SIGKILL'));
  const [code, signal] = await ended;
  if (signal === null) expect(code).toBe(0);
  return performance.now() - beganAt;
}

/** The contents of a database: its rows, the rows filled by each migration, and the recorded migrations. */
interface Found {
  members: number;
  shouts: number | null;
  whispers: number | null;
  applied: number;
}

const columns = 'username, username_key, is_admin, created_at, updated_at';

const kinds = {
  sqlite: {
    kills: SQLITE_KILLS,
    async make() {
      const template = join(dir.path, 'whole.db');
      await openSqlite(template, sqliteParts).close();
      const sqlite = new Sqlite(template);
      sqlite.exec(`insert into users (id, ${columns})
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MEMBERS})
        select i, 'Member' || i, 'member' || i, 0, 0, 0 from n`);
      sqlite.close();
      return template;
    },
    async copy(template: string) {
      const folder = join(dir.path, 'copy');
      rmSync(folder, { recursive: true, force: true });
      cpSync(template, join(folder, 'selvedge.db'));
      return { url: `file:${join(folder, 'selvedge.db')}`, remove: async () => undefined };
    },
    async query(url: string, queries: string[]) {
      const sqlite = new Sqlite(url.slice('file:'.length));
      const counts = queries.map((query) => Number(sqlite.prepare(query).pluck().get()));
      expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
      sqlite.close();
      return counts;
    },
    ledger: '__drizzle_migrations',
    hasColumn: (name: string) => `select count(*) from pragma_table_info('users') where name = '${name}'`,
  },
  postgres: {
    kills: POSTGRES_KILLS,
    make: async () => '',
    async copy() {
      const database = await createDatabase('postgres');
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query(`insert into users (id, ${columns})
        select gen_random_uuid(), 'Member' || i, 'member' || i, false, now(), now() from generate_series(1, ${MEMBERS}) i`);
      await client.end();
      return database;
    },
    async query(url: string, queries: string[]) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      // The killed process may still have a connection that is executing its last statement.
      const others =
        'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
      while ((await client.query(others)).rowCount) await pause(20);
      const counts: number[] = [];
      for (const query of queries) {
        const { rows } = await client.query(query);
        counts.push(Number(Object.values(rows[0])[0]));
      }
      await client.end();
      return counts;
    },
    ledger: 'drizzle.__drizzle_migrations',
    hasColumn: (name: string) =>
      `select count(*) from information_schema.columns where table_name = 'users' and column_name = '${name}'`,
  },
} as const;

async function inspect(engine: Engine, url: string): Promise<Found> {
  const { query, ledger, hasColumn } = kinds[engine];
  const [members = 0, applied = 0, hasShout, hasWhisper] = await query(url, [
    'select count(*) from users',
    `select count(*) from ${ledger}`,
    hasColumn('shout'),
    hasColumn('whisper'),
  ]);
  const filled = async (column: string) => (await query(url, [`select count(${column}) from users`]))[0] ?? 0;
  return {
    members,
    applied,
    shouts: hasShout ? await filled('shout') : null,
    whispers: hasWhisper ? await filled('whisper') : null,
  };
}

for (const engine of bothEngines()) {
  test(`a killed migration is atomic (${engine}, seed ${seed})`, async () => {
    const random = createRandom(seed);
    const { kills, make, copy } = kinds[engine];
    const folder = makeNewer(engine, join(dir.path, engine), SLOW);
    const template = await make();
    const first = await copy(template);
    const before = await inspect(engine, first.url);
    const states: Found[] = [
      before,
      { ...before, applied: before.applied + 1, shouts: MEMBERS },
      { ...before, applied: before.applied + 2, shouts: MEMBERS, whispers: MEMBERS },
    ];
    const took = await migrate(first.url, folder);
    expect(await inspect(engine, first.url)).toEqual(states[2]);
    await first.remove();

    const counts = [0, 0, 0];
    for (let kill = 0; kill < kills; kill += 1) {
      const { url, remove } = await copy(template);
      await migrate(url, folder, random.next() * took);
      const found = await inspect(engine, url);
      expect(states).toContainEqual(found);
      const at = found.applied - before.applied;
      counts[at] = (counts[at] ?? 0) + 1;
      if (kill < GO_ON_AFTER) {
        await migrate(url, folder);
        expect(await inspect(engine, url)).toEqual(states[2]);
      }
      await remove();
    }
    console.log(
      `${kills} kills of a migration (${engine}): ${counts[0]} old, ${counts[1]} after the first of two, ${counts[2]} new, 0 broken (seed ${seed})`,
    );
    if (engine === 'sqlite') {
      // The last process may have been killed during the backup; the next start cleans up.
      const { url, remove } = await copy(template);
      await migrate(url, folder);
      expect(readdirSync(join(dir.path, 'copy', 'backups')).join()).toMatch(/^before-.*\.db$/);
      await remove();
    }
  }, 600_000);
}
