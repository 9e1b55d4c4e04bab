import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { createEmptyDatabase } from './database.ts';
import type { Engine } from './release.ts';

/**
 * Databases as the last version before 1.0 left them, one for each engine, with two rows in each of their tables: the SQLite
 * file, and what `pg_dump --inserts` writes.
 */
const STORED = { sqlite: 'before-1.0.sqlite.db.gz', postgres: 'before-1.0.postgres.sql.gz' };
export const [STORED_TABLES, STORED_ROWS] = [47, 2];

const LEDGERS = { sqlite: '__drizzle_migrations', postgres: 'drizzle.__drizzle_migrations' };

/** Runs SQL statements, the last of which returns rows. */
export async function queryRows(url: string, ...statements: string[]): Promise<unknown[]> {
  if (url.startsWith('file:')) {
    const sqlite = new Sqlite(url.slice('file:'.length));
    const last = statements.pop() ?? '';
    for (const statement of statements) sqlite.exec(statement);
    const rows = sqlite.prepare(last).all();
    sqlite.close();
    return rows;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const results = [];
  for (const statement of statements) results.push(await client.query(statement));
  await client.end();
  return results.at(-1)?.rows ?? [];
}

export async function loadStored(engine: Engine) {
  const database = await createEmptyDatabase(engine);
  const file = new URL(`../data/stored/${STORED[engine]}`, import.meta.url);
  const content = gunzipSync(readFileSync(file));
  if (engine === 'sqlite') writeFileSync(database.url.slice('file:'.length), content);
  else await queryRows(database.url, content.toString());
  return database;
}

/** A stored database from before the migrations that this version still has. */
export async function loadOlder(engine: Engine) {
  const database = await loadStored(engine);
  const newest = `select created_at from ${LEDGERS[engine]} order by created_at desc limit 2`;
  const forget = `delete from ${LEDGERS[engine]} where created_at in (${newest})`;
  await queryRows(database.url, forget, 'select 1');
  return database;
}

/** The applied migrations that a database records. */
export const ledgerOf = (engine: Engine, url: string): Promise<unknown[]> =>
  queryRows(url, `select * from ${LEDGERS[engine]} order by id`);

// Without the parentheses of triggers, because a dump nests them differently.
const SCHEMAS = {
  sqlite: [
    `select type, name, tbl_name, sql from sqlite_master where name <> '__drizzle_migrations' order by type, name`,
  ],
  postgres: [
    `select table_name, ordinal_position, column_name, data_type, collation_name, datetime_precision, is_nullable, column_default
      from information_schema.columns where table_schema = 'public' order by 1, 2`,
    `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    `select conrelid::regclass::text as relation, conname, condeferred, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`,
    `select tgrelid::regclass::text as relation, tgname, tginitdeferred, translate(pg_get_triggerdef(oid), '()', '') from pg_trigger
      where not tgisinternal order by 1, 2`,
    `select proname, pg_get_functiondef(oid) from pg_proc where proname = 'change_market_version'`,
  ],
};

/** Everything that defines the tables of a database. */
export async function schemaIn(engine: Engine, url: string): Promise<unknown[]> {
  const found = [];
  for (const query of SCHEMAS[engine]) found.push(await queryRows(url, query));
  return found;
}
