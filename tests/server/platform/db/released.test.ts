import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import manifest from '../../../../server/migrations/released.json' with { type: 'json' };
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { readMigrations } from '../../../../server/src/platform/db/migrations.ts';
import { openPostgres } from '../../../../server/src/platform/db/postgres.ts';
import { openSqlite } from '../../../../server/src/platform/db/sqlite.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
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

/** The initial migration stands in for an earlier release. */
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
    const touched = makeOlder(engine, join(dir.path, `touched ${engine}`), '0000_initial');
    expect(changedSince(unreleased, engine, touched)).toEqual([]);
    appendFileSync(join(touched, '0000_initial.sql'), '\n-- mended');
    expect(changedSince(unreleased, engine, touched)).toEqual(['never 0000_initial']);
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
}
