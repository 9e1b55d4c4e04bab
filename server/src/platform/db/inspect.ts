import { existsSync, readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { inServer } from '../server-folder.ts';

const CONNECT_MS = 5_000;

/** Migrations that are applied, that this program has, and that it needs to work with that schema. */
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

function knownMigrations(dialect: 'sqlite' | 'postgres'): number {
  const journal = inServer(`migrations/${dialect}/meta/_journal.json`);
  return (JSON.parse(readFileSync(journal, 'utf8')) as { entries: unknown[] }).entries.length;
}

const APPLIED = 'cast(count(*) as integer) as applied, coalesce(max(since), 0) as needed';
const NONE_APPLIED = { applied: 0, needed: 0 };

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
      migrated: {
        known: knownMigrations('sqlite'),
        ...(isMigrated
          ? (sqlite.prepare(`select ${APPLIED} from __drizzle_migrations`).get() as typeof NONE_APPLIED)
          : NONE_APPLIED),
      },
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
    const [applied] = row.migrated
      ? await query<typeof NONE_APPLIED>(`select ${APPLIED} from drizzle.__drizzle_migrations`)
      : [NONE_APPLIED];
    return {
      dialect: 'postgres',
      version: Number(settings.server_version_num),
      settings,
      connections: row.connections,
      hasTrigrams: row.trigrams,
      isArchivingBroken: row.isArchivingBroken,
      clock: { theirs: row.now, from, to },
      migrated: { known: knownMigrations('postgres'), ...(applied ?? NONE_APPLIED) },
    };
  } finally {
    await client.end();
  }
}

/** Inspects the database at `url`. @throws if it cannot be opened. */
export const inspectDatabase = async (url: string): Promise<DatabaseState> =>
  url.startsWith('file:') ? inspectSqlite(url.slice('file:'.length)) : inspectPostgres(url);
