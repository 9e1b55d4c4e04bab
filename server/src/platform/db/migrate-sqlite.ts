import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { backUp } from './backup-before.ts';
import { type Applied, failedMigration, type Migration, pendingOf } from './migrations.ts';
import { reasonOf } from './unusable.ts';

const LEDGER = '__drizzle_migrations';

function appliedOn(sqlite: Sqlite.Database): Applied[] {
  const hasLedger = sqlite.prepare(`select 1 from sqlite_master where name = '${LEDGER}'`).get();
  return hasLedger
    ? (sqlite.prepare(`select created_at as "when", since from ${LEDGER}`).all() as Applied[])
    : [];
}

function apply(sqlite: Sqlite.Database, { statements, hash, when, since }: Migration): void {
  // Another process may have applied it in the meantime.
  if (appliedOn(sqlite).some((done) => done.when === when)) return;
  sqlite.exec(
    `create table if not exists ${LEDGER} (id integer primary key, hash text not null, created_at numeric, since integer)`,
  );
  for (const statement of statements) sqlite.exec(statement);
  sqlite.prepare(`insert into ${LEDGER} (hash, created_at, since) values (?, ?, ?)`).run(hash, when, since);
  const dangling = sqlite.pragma('foreign_key_check') as { table: string }[];
  if (dangling.length > 0) throw new Error(`rows of ${dangling[0]?.table} reference missing rows`);
}

/**
 * Checks a file that may not exist, without changing it: opening it for writes would already change its journal mode.
 * @throws UnusableDatabase if it cannot be migrated.
 */
export function requireMigratable(file: string, migrations: Migration[]): void {
  if (!existsSync(file)) return;
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    pendingOf(migrations, appliedOn(sqlite));
  } finally {
    sqlite.close();
  }
}

/**
 * Migrates the schema, each migration in its own transaction. A non-empty database is backed up first.
 * @throws UnusableDatabase; the failed migration is rolled back.
 */
export function migrateSqlite(sqlite: Sqlite.Database, file: string, migrations: Migration[]): void {
  const applied = appliedOn(sqlite);
  const pending = pendingOf(migrations, applied);
  if (pending.length === 0) return;
  if (applied.length > 0) backUp(sqlite, file);
  // Rebuilding a table drops the old one, which would cascade to the rows that reference it. The setting
  // cannot be changed within a transaction; `foreign_key_check` above compensates for it.
  sqlite.pragma('foreign_keys = OFF');
  try {
    for (const migration of pending) {
      try {
        sqlite.transaction(() => apply(sqlite, migration)).immediate();
      } catch (error) {
        throw failedMigration(migration, reasonOf(error, dirname(file)));
      }
    }
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
}
