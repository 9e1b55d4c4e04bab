import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { Database } from './database.ts';
import type { Applied } from './migrations.ts';
import { ownSchema, schemaOf } from './own-schema.ts';

const CONNECT_MS = 5_000;

/** Schema versions: of the database, of this program, and of the oldest program that works with that database. */
interface Migrated {
  applied: number;
  known: number;
  needed: number;
}

export type DatabaseState =
  | { dialect: 'sqlite'; exists: false }
  | { dialect: 'sqlite'; exists: true; version: string; journalMode: string; migrated: Migrated }
  | {
      dialect: 'postgres';
      /** In PostgreSQL's numeric form: 170002. */
      version: number;
      settings: Record<string, string>;
      connections: number;
      hasTrigrams: boolean;
      isArchivingBroken: boolean;
      /** The server's clock, read between two readings of ours; milliseconds since the epoch. */
      clock: { theirs: number; from: number; to: number };
      migrated: Migrated;
    };

const migratedBy = (dialect: Database['dialect'], applied: Applied[]): Migrated => ({
  applied: schemaOf(dialect, applied),
  known: ownSchema(),
  needed: Math.max(0, ...applied.map(({ since }) => since)),
});

function inspectSqlite(file: string): DatabaseState {
  if (!existsSync(file)) return { dialect: 'sqlite', exists: false };
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    const isMigrated = sqlite
      .prepare("select 1 from sqlite_master where name = '__drizzle_migrations'")
      .get();
    return {
      dialect: 'sqlite',
      exists: true,
      version: String(sqlite.prepare('select sqlite_version()').pluck().get()),
      journalMode: String(sqlite.pragma('journal_mode', { simple: true })),
      migrated: migratedBy(
        'sqlite',
        isMigrated
          ? sqlite.prepare<[], Applied>('select created_at as "when", since from __drizzle_migrations').all()
          : [],
      ),
    };
  } finally {
    sqlite.close();
  }
}

interface PostgresNow {
  now: number;
  connections: number;
  trigrams: boolean;
  isArchivingBroken: boolean;
  migrated: boolean;
}

const SETTINGS = [
  ...['server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding'],
  ...['max_connections', 'superuser_reserved_connections', 'archive_mode'],
];

async function inspectPostgres(url: string): Promise<DatabaseState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  await client.connect();
  try {
    const query = async <T extends object>(text: string, values: unknown[] = []) =>
      (await client.query<T>(text, values)).rows;
    const settings = Object.fromEntries(
      (
        await query<{ name: string; setting: string }>(
          'select name, setting from pg_settings where name = any($1)',
          [SETTINGS],
        )
      ).map(({ name, setting }) => [name, setting]),
    );
    const from = Date.now();
    const [row] = await query<PostgresNow>(
      `select extract(epoch from clock_timestamp())::float8 * 1000 as now,
        (select count(*)::int from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend') as connections,
        (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver) as "isArchivingBroken",
        exists(select 1 from pg_available_extensions where name = 'pg_trgm') as trigrams,
        to_regclass('drizzle.__drizzle_migrations') is not null as migrated`,
    );
    const to = Date.now();
    if (!row) throw new Error('PostgreSQL returned no row');
    const applied = row.migrated
      ? await query<Applied>('select created_at::float8 as "when", since from drizzle.__drizzle_migrations')
      : [];
    return {
      dialect: 'postgres',
      version: Number(settings.server_version_num),
      settings,
      connections: row.connections,
      hasTrigrams: row.trigrams,
      isArchivingBroken: row.isArchivingBroken,
      clock: { theirs: row.now, from, to },
      migrated: migratedBy('postgres', applied),
    };
  } finally {
    await client.end();
  }
}

/** Inspects the database at `url`. @throws if it cannot be opened. */
export async function inspectDatabase(url: string): Promise<DatabaseState> {
  return url.startsWith('file:') ? inspectSqlite(url.slice('file:'.length)) : inspectPostgres(url);
}
