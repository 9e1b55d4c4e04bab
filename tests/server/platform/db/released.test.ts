import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import manifest from '../../../../server/migrations/released.json' with { type: 'json' };
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { readMigrations } from '../../../../server/src/platform/db/migrations.ts';
import { openPostgres } from '../../../../server/src/platform/db/postgres.ts';
import { checkSqlite } from '../../../../server/src/platform/db/snapshot/sqlite-snapshot.ts';
import { openSqlite } from '../../../../server/src/platform/db/sqlite.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { readAll } from '../../../support/contract/every-table.ts';
import { bothEngines, createEmptyDatabase } from '../../../support/servers/database.ts';
import {
  changedSince,
  type Engine,
  makeOlder,
  migrationsOf,
  type Released,
} from '../../../support/servers/release.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';

const dir = makeTempDir();
afterAll(() => dir.remove());
const complain = (error: unknown) => console.error(error);
const sqliteParts = { log: createLog('silent'), onError: complain, onBroken: complain };
const open = async (url: string, migrations: string): Promise<Database> =>
  url.startsWith('file:')
    ? openSqlite(url.slice('file:'.length), { ...sqliteParts, migrations })
    : openPostgres(url, 2, complain, { migrations });

const released: Released = manifest;

/**
 * Databases as the program left them after migration 0015, one for each engine, with two rows in each of its tables:
 * the SQLite file, and what `pg_dump --inserts` writes.
 */
const STORED = { sqlite: '0015.sqlite.db.gz', postgres: '0015.postgres.sql.gz' };
const [STORED_TABLES, STORED_ROWS] = [39, 2];

async function loadStored(engine: Engine) {
  const database = await createEmptyDatabase(engine);
  const file = new URL(`../../../support/data/stored/${STORED[engine]}`, import.meta.url);
  const content = gunzipSync(readFileSync(file));
  if (engine === 'sqlite') writeFileSync(database.url.slice('file:'.length), content);
  else {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(content.toString());
    await client.end();
  }
  return database;
}

/** All but the latest migrations stand in for an earlier release. */
const firstOf = (engine: Engine) =>
  Object.fromEntries(
    readMigrations(migrationsOf(engine))
      .slice(0, 1)
      .map(({ tag, hash }) => [tag, hash]),
  );
const unreleased: Released = { never: { sqlite: firstOf('sqlite'), postgres: firstOf('postgres') } };

test('both databases have the same migrations', () => {
  const tags = (engine: Engine) => readMigrations(migrationsOf(engine)).map(({ tag }) => tag);
  expect(tags('postgres')).toEqual(tags('sqlite'));
});

for (const engine of bothEngines()) {
  test(`released migrations stay unchanged (${engine})`, () => {
    expect(changedSince(released, engine, migrationsOf(engine))).toEqual([]);
    const touched = makeOlder(engine, join(dir.path, `touched ${engine}`), '0001_search');
    expect(changedSince(unreleased, engine, touched)).toEqual([]);
    appendFileSync(join(touched, '0000_init.sql'), '\n-- mended');
    expect(changedSince(unreleased, engine, touched)).toEqual(['never 0000_init']);
  });

  for (const [version, tags] of Object.entries({ ...unreleased, ...released })) {
    test(`a database of version "${version}" is upgraded (${engine})`, async () => {
      const { url, remove } = await createEmptyDatabase(engine);
      const last = Object.keys(tags[engine]).at(-1) ?? '';
      const old = await open(url, makeOlder(engine, join(dir.path, `${version} ${engine}`), last));
      const [id, now] = [crypto.randomUUID(), engine === 'sqlite' ? sql`1000` : sql`now()`];
      const no = engine === 'sqlite' ? sql`0` : sql`false`;
      // Raw SQL, because today's queries expect today's tables.
      const insert = sql`insert into users (id, username, username_key, is_admin, created_at, updated_at) values (${id}, 'Ada', 'ada', ${no}, ${now}, ${now})`;
      await old.transact(async ({ q }) => {
        // Each database driver has its own method for raw SQL.
        const runs = q as unknown as Record<'run' | 'execute', (query: SQL) => Promise<unknown>>;
        await (engine === 'sqlite' ? runs.run(insert) : runs.execute(insert));
      });
      await old.close();
      // PostgreSQL lists a closed connection for a moment, and is not migrated while an older node is connected.
      const db = await vi.waitFor(() => open(url, migrationsOf(engine)), { timeout: 5_000 });
      expect(await db.read(({ q, t }) => q.select({ name: t.users.username }).from(t.users))).toEqual([
        { name: 'Ada' },
      ]);
      await db.close();
      await remove();
    });
  }

  test(`a stored earlier database is upgraded completely (${engine})`, async () => {
    const { url, remove } = await loadStored(engine);
    const db = await open(url, migrationsOf(engine));
    const all = await readAll(db);
    // Today's queries decode them.
    expect([...all].flatMap(([name, rows]) => (rows.length === STORED_ROWS ? [name] : []))).toHaveLength(
      STORED_TABLES,
    );
    expect(all.get('messages')?.map(({ content }) => content)).toEqual(
      expect.arrayContaining([`Ærø's "content"\t\\n 0 🧵`, `Ærø's "content"\t\\n 1 🧵`]),
    );
    await db.close();
    if (engine === 'sqlite') checkSqlite(url.slice('file:'.length));
    await remove();
  });
}
