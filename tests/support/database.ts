import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe } from 'vitest';
import type { Database } from '../../server/src/db/database.ts';
import { openDatabase } from '../../server/src/db/open.ts';
import { createLog } from '../../server/src/log.ts';
import { makeTempDir } from './temp.ts';

/** The throw-away server that `npm test` starts; its databases are ours to make and drop. */
const POSTGRES_URL = process.env.SELVEDGE_TEST_POSTGRES_URL;

const log = createLog('error');

/** The address of a fresh database on an engine, and how to remove it. */
export async function createDatabase(engine: 'sqlite' | 'postgres') {
  if (engine === 'sqlite') {
    const dir = makeTempDir();
    return { url: `file:${join(dir.path, 'selvedge.db')}`, remove: async () => dir.remove() };
  }
  if (!POSTGRES_URL) throw new Error('SELVEDGE_TEST_POSTGRES_URL is not set');
  const admin = new pg.Client({ connectionString: POSTGRES_URL });
  await admin.connect();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async remove() {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Runs the same tests on SQLite and on PostgreSQL; `openDb` gives each test a fresh, migrated database. */
export function describeOnBothEngines(name: string, tests: (openDb: () => Promise<Database>) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const hasEngine = engine === 'sqlite' || POSTGRES_URL !== undefined;
    if (!hasEngine) console.warn(`skipped on PostgreSQL, since no server is running for tests: ${name}`);
    describe.skipIf(!hasEngine)(`${name} (${engine})`, () => {
      const opened: (() => Promise<void>)[] = [];
      afterEach(async () => {
        for (const close of opened.splice(0).reverse()) await close();
      });
      tests(async () => {
        const { url, remove } = await createDatabase(engine);
        opened.push(remove);
        const db = await openDatabase(url, log);
        opened.push(() => db.close());
        return db;
      });
    });
  }
}
