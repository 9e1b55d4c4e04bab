import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../../../server/src/platform/db/database.ts';
import { pendingOf, readMigrations } from '../../../../server/src/platform/db/migrations.ts';
import { openPostgres } from '../../../../server/src/platform/db/postgres.ts';
import { openSqlite } from '../../../../server/src/platform/db/sqlite.ts';
import { UnusableDatabase } from '../../../../server/src/platform/db/unusable.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { bothEngines, createDatabase } from '../../../support/servers/database.ts';
import { type Engine, makeNewer, migrationsOf, SLOW } from '../../../support/servers/release.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const complain = (error: unknown) => console.error(error);
const sqliteParts = { log: createLog('silent'), onError: complain, onBroken: complain };

function tempDir(): string {
  const dir = makeTempDir();
  ends.push(dir.remove);
  return dir.path;
}

/** Creates a database that several versions can open one after another. */
async function makeDatabase(engine: Engine) {
  const { url, remove } = await createDatabase(engine);
  ends.push(remove);
  const file = url.slice('file:'.length);
  return {
    file,
    open: async (migrations?: string): Promise<Database> =>
      engine === 'sqlite'
        ? openSqlite(file, { ...sqliteParts, migrations })
        : openPostgres(url, 2, complain, { migrations }),
  };
}

const addMember = (db: Database, name: string) =>
  db.transact(async ({ q, t }) => {
    const now = new Date();
    const member = { username: name, usernameKey: name.toLowerCase(), createdAt: now, updatedAt: now };
    await q.insert(t.users).values({ id: crypto.randomUUID(), ...member });
  });
const namesIn = (db: Database) =>
  db.read(async ({ q, t }) =>
    (await q.select({ name: t.users.username }).from(t.users)).map(({ name }) => name),
  );

for (const engine of bothEngines()) {
  test(`a failed migration leaves everything unchanged (${engine})`, async () => {
    const { open } = await makeDatabase(engine);
    const db = await open();
    await addMember(db, 'Ada');
    await db.close();
    const broken = makeNewer(engine, join(tempDir(), 'broken'), {
      '9000_breaks': ["update users set username = 'Nobody'", 'alter table no_such_table add column x text'],
    });
    const failure = await open(broken).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnusableDatabase);
    expect(String(failure)).toMatch(
      /^UnusableDatabase: Migration 9000_breaks failed and was rolled back: .*no_such_table.*$/,
    );
    const again = await open();
    expect(await namesIn(again)).toEqual(['Ada']);
    await again.close();
  });

  test(`an older version works beside a newer one (${engine})`, async () => {
    const { open } = await makeDatabase(engine);
    const old = await open();
    await addMember(old, 'Ada');
    const adding = makeNewer(engine, join(tempDir(), 'newer'), SLOW, { servesThis: true });
    const newer = await open(adding);
    await addMember(old, 'Grace');
    await addMember(newer, 'Edsger');
    expect((await namesIn(old)).sort()).toEqual(['Ada', 'Edsger', 'Grace']);
    expect((await namesIn(newer)).sort()).toEqual(['Ada', 'Edsger', 'Grace']);
    await Promise.all([old.close(), newer.close()]);
    const again = await open();
    await addMember(again, 'Barbara');
    await again.close();
    const upgraded = await open(adding);
    expect(await namesIn(upgraded)).toHaveLength(4);
    await upgraded.close();
  });

  test(`a version refuses an incompatible newer database (${engine})`, async () => {
    const { open } = await makeDatabase(engine);
    const newer = makeNewer(engine, join(tempDir(), 'newer'), SLOW);
    await (await open(newer)).close();
    await expect(open()).rejects.toThrow(/upgraded by a newer version of Selvedge/);
  });

  test(`no migration names a later one as oldest (${engine})`, async () => {
    const { open } = await makeDatabase(engine);
    const wrong = makeNewer(engine, join(tempDir(), 'wrong'), {
      '9000_wrong': ['-- serves programs since 9001_later\nselect 1'],
      '9001_later': [],
    });
    await expect(open(wrong)).rejects.toThrow(/9000_wrong serves programs since 9001_later/);
  });
}

test('a version refuses a database with different migrations', () => {
  const of = (when: number) => ({ tag: `${when}`, when, hash: '', statements: [], since: 1 });
  expect(pendingOf([of(1)], [of(1), of(2)])).toEqual([]);
  expect(() => pendingOf([of(1), of(3)], [of(1), of(2)])).toThrow(/upgraded by a newer version/);
});

test.runIf(bothEngines().includes('postgres'))(
  'a migration that breaks running nodes is refused',
  async () => {
    const { open } = await makeDatabase('postgres');
    const old = await open();
    const adding = makeNewer('postgres', join(tempDir(), 'adding'), SLOW, { servesThis: true });
    const newer = await open(adding);
    const taking = makeNewer('postgres', join(tempDir(), 'taking'), {
      ...Object.fromEntries(Object.keys(SLOW).map((tag) => [tag, []])),
      '9002_takes': ['-- serves programs since 9001_whisper\nalter table users drop column shout'],
    });
    await expect(open(taking)).rejects.toThrow(/9002_takes would break the version that is running/);
    await addMember(old, 'Ada');
    await old.close();
    const newest = await open(taking);
    expect(await namesIn(newer)).toEqual(['Ada']);
    await Promise.all([newer.close(), newest.close()]);
    await expect(open()).rejects.toThrow(/upgraded by a newer version of Selvedge/);
    await (await open(adding)).close();
  },
);

test('a SQLite file is backed up before an upgrade', async () => {
  const { file, open } = await makeDatabase('sqlite');
  const folder = join(file, '..', 'backups');
  await (await open()).close();
  await (await open()).close();
  expect(existsSync(folder)).toBe(false);
  const added: Record<string, string[]> = {};
  for (const n of [1, 2, 3, 4]) {
    added[`900${n}_added`] = [`create table added_${n} (x)`];
    await (await open(makeNewer('sqlite', join(tempDir(), 'newer'), added))).close();
  }
  const backups = readdirSync(folder).sort();
  const newest = backups.map((name) => {
    expect(name).toMatch(/^before-\d+\.\d+\.\d+-\d{8}T\d{9}Z\.db$/);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    const sqlite = new Sqlite(join(folder, name), { readonly: true });
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
    const table = sqlite
      .prepare("select max(name) from sqlite_master where name like 'added%'")
      .pluck()
      .get();
    sqlite.close();
    return table;
  });
  expect(newest).toEqual(['added_1', 'added_2', 'added_3']);
});

test('a SQLite file without a backup is not upgraded', async () => {
  const { file, open } = await makeDatabase('sqlite');
  await (await open()).close();
  writeFileSync(join(file, '..', 'backups'), 'in the way');
  const newer = makeNewer('sqlite', join(tempDir(), 'newer'), SLOW);
  await expect(open(newer)).rejects.toThrow(/cannot be backed up to .*backups before the upgrade/);
  await (await open()).close();
});

test('rebuilding a SQLite table loses no rows', async () => {
  const { open } = await makeDatabase('sqlite');
  const db = await open();
  await addMember(db, 'Ada');
  await db.transact(async ({ q, t }) => {
    const [member] = await q.select({ id: t.users.id }).from(t.users);
    if (!member) throw new Error('no user found');
    await q
      .insert(t.formerUsernames)
      .values({ usernameKey: 'lady', userId: member.id, heldUntil: new Date() });
  });
  await db.close();
  const [initial] = readMigrations(migrationsOf('sqlite'));
  const definition = initial?.statements.find((statement) => statement.includes('CREATE TABLE `users` '));
  if (!definition) throw new Error('no table of users found');
  const anew = makeNewer('sqlite', join(tempDir(), 'anew'), {
    '9000_anew': [
      definition.replace('`users`', '`users_copy`'),
      'insert into users_copy select * from users',
      'drop table users',
      'alter table users_copy rename to users',
      'create unique index users_username_key on users (username_key)',
    ],
  });
  const again = await open(anew);
  const former = await again.read(({ q, t }) => q.select().from(t.formerUsernames));
  expect(former).toMatchObject([{ usernameKey: 'lady' }]);
  await again.close();
  const losing = makeNewer('sqlite', join(tempDir(), 'losing'), {
    '9000_anew': [],
    '9001_loses': ['delete from users'],
  });
  await expect(open(losing)).rejects.toThrow(/9001_loses failed .*former_usernames reference missing rows/);
});
