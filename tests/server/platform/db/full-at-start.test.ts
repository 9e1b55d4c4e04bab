import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer } from '../../../../scripts/build.ts';
import { openSqlite } from '../../../../server/src/platform/db/sqlite.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { fillTo, smallDisk, smallDisksUnavailable } from '../../../support/servers/disks.ts';
import { makeNewer, SLOW } from '../../../support/servers/release.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const MEBIBYTES = 4;

const dir = makeTempDir();
afterAll(() => dir.remove());
const missing = smallDisksUnavailable(dir.path);
if (missing) console.warn(`starting on a full disk is not tested: ${missing}`);

/** Starts the server, which is expected to fail. @returns its exit code and output. */
async function failingStart(root: string, dataDir: string) {
  const child = spawn(process.execPath, [join(root, 'server/build/app/main.js')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, lines: stderr.trim().split('\n') };
}

const complain = (error: unknown) => console.error(error);
const sqliteParts = { log: createLog('silent'), onError: complain, onBroken: complain };

/** Creates a database with members, and closes it. */
async function makeDatabase(file: string, members: number): Promise<void> {
  await openSqlite(file, sqliteParts).close();
  const sqlite = new Sqlite(file);
  sqlite.exec(`insert into users (id, username, username_key, is_admin, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${members})
    select i, 'Member' || i, 'member' || i, 0, 0, 0 from n`);
  sqlite.close();
}

/** Reads what a database contains, and checks its integrity. */
function inspect(file: string) {
  const sqlite = new Sqlite(file);
  const get = (query: string) => sqlite.prepare(query).pluck().get();
  const seen = {
    members: get('select count(*) from users'),
    applied: get('select count(*) from __drizzle_migrations'),
    integrity: sqlite.pragma('integrity_check', { simple: true }),
  };
  sqlite.close();
  return seen;
}

describe.skipIf(missing !== null)('on a full disk', () => {
  const newer = join(dir.path, 'newer');
  beforeAll(async () => {
    await buildServer();
    // The next version is the same build with more migrations.
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

  test('a first start fails with one line of output', () =>
    onDisk('first', async (folder, file) => {
      fillTo(64 * 1024, folder);
      const { code, lines } = await failingStart(ROOT, folder);
      expect(code).toBe(1);
      expect(lines).toEqual([expect.stringMatching(/full/)]);
      writeFileSync(join(folder, 'ballast'), '');
      await openSqlite(file, sqliteParts).close();
      expect(inspect(file)).toMatchObject({ members: 0, integrity: 'ok' });
    }));

  test('a start on an existing database leaves it unchanged', () =>
    onDisk('later', async (folder, file) => {
      await makeDatabase(file, 10);
      const before = inspect(file);
      fillTo(0, folder);
      const { code, lines } = await failingStart(ROOT, folder);
      expect(code).toBe(1);
      expect(lines).toEqual([expect.stringMatching(/full/)]);
      writeFileSync(join(folder, 'ballast'), '');
      expect(inspect(file)).toEqual(before);
    }));

  test('without room for a backup nothing is upgraded', () =>
    onDisk('copy', async (folder, file) => {
      await makeDatabase(file, 2_000);
      const before = inspect(file);
      fillTo(400 * 1024, folder);
      const { code, lines } = await failingStart(newer, folder);
      expect(code).toBe(1);
      expect(lines).toEqual([expect.stringMatching(/cannot be backed up .*it needs \d+ MB, but only/)]);
      expect(inspect(file)).toEqual(before);
    }));

  test('a migration that fails is rolled back completely', () =>
    onDisk('migration', async (folder, file) => {
      await makeDatabase(file, 4_000);
      const before = inspect(file);
      fillTo(Math.ceil(statSync(file).size * 1.2), folder);
      const { code, lines } = await failingStart(newer, folder);
      expect(code).toBe(1);
      expect(lines).toEqual([
        expect.stringMatching(/^Migration 9000_shout failed and was rolled back: .*full/),
      ]);
      expect(inspect(file)).toEqual(before);
      const [backup = ''] = readdirSync(join(folder, 'backups'));
      expect(inspect(join(folder, 'backups', backup))).toEqual(before);
    }));
});
