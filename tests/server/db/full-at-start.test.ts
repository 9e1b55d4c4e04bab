import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer } from '../../../scripts/build.ts';
import { openSqlite } from '../../../server/src/db/sqlite.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { fillTo, missingForSmallDisks, smallDisk } from '../../support/servers/disks.ts';
import { makeNewer, SLOW } from '../../support/servers/release.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MEBIBYTES = 4;

const dir = makeTempDir();
afterAll(() => dir.remove());
const missing = missingForSmallDisks(dir.path);
if (missing) console.warn(`a full disk at the start is not tested: ${missing}`);

/** A start that is expected to fail: its exit code and what it says. */
async function failingStart(root: string, dataDir: string) {
  const child = spawn(process.execPath, [join(root, 'server/build/app/main.js')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, lines: said.trim().split('\n') };
}

const complain = (error: unknown) => console.error(error);
const sqliteParts = { log: createLog('silent'), onError: complain, onBroken: complain };

/** A database with members, closed. */
async function makeDatabase(file: string, members: number): Promise<void> {
  await openSqlite(file, sqliteParts).close();
  const sqlite = new Sqlite(file);
  sqlite.exec(`insert into users (id, username, username_key, is_admin, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${members})
    select i, 'Member' || i, 'member' || i, 0, 0, 0 from n`);
  sqlite.close();
}

/** What a database says of itself to a program that only reads. */
function look(file: string) {
  const sqlite = new Sqlite(file);
  const ask = (query: string) => sqlite.prepare(query).pluck().get();
  const seen = {
    members: ask('select count(*) from users'),
    applied: ask('select count(*) from __drizzle_migrations'),
    integrity: sqlite.pragma('integrity_check', { simple: true }),
  };
  sqlite.close();
  return seen;
}

describe.skipIf(missing !== null)('on a full disk', () => {
  const newer = join(dir.path, 'newer');
  beforeAll(async () => {
    await buildServer();
    // The build as it will be: with more migrations.
    cpSync(join(ROOT, 'server/build/app'), join(newer, 'server/build/app'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(newer, 'node_modules'));
    makeNewer('sqlite', join(newer, 'server/migrations/sqlite'), SLOW);
  }, 120_000);

  async function onDisk(name: string, work: (folder: string, file: string) => Promise<void>): Promise<void> {
    const folder = join(dir.path, name);
    mkdirSync(folder);
    const disk = smallDisk(MEBIBYTES);
    disk.mount(folder);
    try {
      await work(folder, join(folder, 'selvedge.db'));
    } finally {
      disk.unmount();
    }
  }

  test('a first start fails in one line, and succeeds to begin anew once there is room', () =>
    onDisk('first', async (folder, file) => {
      fillTo(64 * 1024, folder);
      const { code, lines } = await failingStart(ROOT, folder);
      expect(code).toBe(1);
      expect(lines).toEqual([expect.stringMatching(/full/)]);
      writeFileSync(join(folder, 'ballast'), '');
      await openSqlite(file, sqliteParts).close();
      expect(look(file)).toMatchObject({ members: 0, integrity: 'ok' });
    }));

  test('a start on a database that is there fails in one line and leaves it as it was', () =>
    onDisk('later', async (folder, file) => {
      await makeDatabase(file, 10);
      const before = look(file);
      fillTo(0, folder);
      const { code, lines } = await failingStart(ROOT, folder);
      expect(code).toBe(1);
      expect(lines).toEqual([expect.stringMatching(/full/)]);
      writeFileSync(join(folder, 'ballast'), '');
      expect(look(file)).toEqual(before);
    }));

  test('without room for a copy nothing is upgraded', () =>
    onDisk('copy', async (folder, file) => {
      await makeDatabase(file, 2_000);
      const before = look(file);
      fillTo(400 * 1024, folder);
      const { code, lines } = await failingStart(newer, folder);
      expect(code).toBe(1);
      expect(lines).toEqual([expect.stringMatching(/cannot be backed up .*it needs \d+ MB, but only/)]);
      expect(look(file)).toEqual(before);
    }));

  test('a migration that runs out of room is taken back whole, and its copy is there', () =>
    onDisk('migration', async (folder, file) => {
      await makeDatabase(file, 4_000);
      const before = look(file);
      fillTo(Math.ceil(statSync(file).size * 1.2), folder);
      const { code, lines } = await failingStart(newer, folder);
      expect(code).toBe(1);
      expect(lines).toEqual([
        expect.stringMatching(/^Migration 9000_shout failed and was rolled back: .*full/),
      ]);
      expect(look(file)).toEqual(before);
      const [backup = ''] = readdirSync(join(folder, 'backups'));
      expect(look(join(folder, 'backups', backup))).toEqual(before);
    }));
});
