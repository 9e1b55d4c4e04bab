import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, onTestFinished } from 'vitest';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { forAll } from './for-all.ts';
import { makeTempDir } from './temp.ts';

/** The temporary PostgreSQL that `npm test` starts: tests create and drop databases there. */
const POSTGRES_URL = process.env.SELVEDGE_TEST_POSTGRES_URL;
/** A migrated database to copy: several times faster than migrating an empty one. */
const TEMPLATE = 'selvedge_template';
/** The key of the advisory lock on the template, which parallel test files share; any unused number. */
const TEMPLATE_LOCK = 8_230_911;

const log = createLog('error');

function onServer(name: string): string {
  if (!POSTGRES_URL) throw new Error('SELVEDGE_TEST_POSTGRES_URL is not set');
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return url.href;
}

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: onServer('postgres') });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

async function createTemplate(admin: pg.Client): Promise<void> {
  // Locked until this connection ends.
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [TEMPLATE]);
  if (rowCount) return;
  const draft = `${TEMPLATE}_draft`;
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft}`);
  const db = await openDatabase(onServer(draft), log);
  await db.close();
  // Renamed only when it is complete, so that nobody copies an incomplete template.
  await admin.query(`alter database ${draft} rename to ${TEMPLATE}`);
}

/** The first version that can choose how to copy a database. */
const KNOWS_STRATEGIES = 150_000;

async function copyTemplate(admin: pg.Client, name: string): Promise<void> {
  const { rows } = await admin.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  // The default strategy writes every page to the WAL, at nine times the cost.
  const strategy = Number(rows[0]?.version) >= KNOWS_STRATEGIES ? 'strategy file_copy' : '';
  await admin.query(`create database ${name} template ${TEMPLATE} ${strategy}`);
}

/** The URL of an empty database without tables, and a function that removes it. */
export async function createEmptyDatabase(engine: Engine) {
  if (engine === 'sqlite') {
    const dir = makeTempDir();
    return { url: `file:${join(dir.path, 'selvedge.db')}`, remove: async () => dir.remove() };
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin((admin) => admin.query(`create database ${name}`));
  return {
    url: onServer(name),
    remove: () => asAdmin((admin) => admin.query(`drop database ${name} with (force)`)),
  };
}

let template: Promise<void> | undefined;
let sqliteTemplate: Promise<string> | undefined;

/** A migrated SQLite file to copy. */
async function createSqliteTemplate(): Promise<string> {
  const { path } = makeTempDir();
  const file = join(path, 'template.db');
  const db = await openDatabase(`file:${file}`, log);
  await db.close();
  return file;
}

/** The URL of a fresh, migrated database on an engine, and a function that removes it. */
export async function createDatabase(engine: Engine) {
  if (engine === 'sqlite') {
    const dir = makeTempDir();
    const file = join(dir.path, 'selvedge.db');
    sqliteTemplate ??= createSqliteTemplate();
    copyFileSync(await sqliteTemplate, file);
    return { url: `file:${file}`, remove: async () => dir.remove() };
  }
  template ??= asAdmin(createTemplate);
  await template;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin((admin) => copyTemplate(admin, name));
  return {
    url: onServer(name),
    remove: () => asAdmin((admin) => admin.query(`drop database ${name} with (force)`)),
  };
}

export type Engine = 'sqlite' | 'postgres';

/**
 * Both engines: for queries, locks, races and migrations, in which they can differ. Without a PostgreSQL to test
 * with, its half is skipped with a warning.
 */
export function bothEngines(): Engine[] {
  if (POSTGRES_URL) return ['sqlite', 'postgres'];
  console.warn('skipped on PostgreSQL, since no server is running for tests');
  return ['sqlite'];
}

/** The engines for everything else: SQLite, and also PostgreSQL with `npm run test:all` or when the file is named. */
export const engines = (): Engine[] => (process.env.SELVEDGE_TEST_DRILLS ? bothEngines() : ['sqlite']);

interface OnEngine {
  engine: Engine;
  /** Opens a fresh, migrated database until the running test ends. */
  openDb(): Promise<Database>;
  /** A fresh, migrated database for all tests of the enclosing block. */
  dbForAll(): Database;
}

function describeOn(all: Engine[], name: string, tests: (on: OnEngine) => void): void {
  for (const engine of all) {
    const startDb = async () => {
      const { url, remove } = await createDatabase(engine);
      const db = await openDatabase(url, log);
      return { ...db, close: () => db.close().then(remove) };
    };
    const openDb = async () => {
      const db = await startDb();
      // Finish handlers run in reverse order: the test's own resources are closed before the database.
      onTestFinished(db.close);
      return db;
    };
    describe(`${name} (${engine})`, () => tests({ engine, openDb, dbForAll: () => forAll(startDb) }));
  }
}

/** Runs the same tests on each of `engines`. */
export const describeOnEngines = (name: string, tests: (on: OnEngine) => void): void =>
  describeOn(engines(), name, tests);

/** Runs the same tests on each of `bothEngines`. */
export const describeOnBothEngines = (name: string, tests: (on: OnEngine) => void): void =>
  describeOn(bothEngines(), name, tests);
