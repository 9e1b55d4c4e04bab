import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

const CONNECT_MS = 5_000;

/** How many migrations are applied, how many this program knows, and how many it must know to work on that schema. */
interface Migrated {
  applied: number;
  known: number;
  needed: number;
}

/** The state in which a database is found; looking changes nothing. */
export type DatabaseState =
  | { dialect: 'sqlite'; isThere: false }
  | { dialect: 'sqlite'; isThere: true; version: string; journalMode: string; migrated: Migrated }
  | {
      dialect: 'postgres';
      /** In PostgreSQL's numeric form: 170002. */
      version: number;
      /** Its settings by their names. */
      settings: Record<string, string>;
      /** Connections that others hold now. */
      connections: number;
      hasTrigrams: boolean;
      /** Its last attempt to archive a segment of the write-ahead log failed. */
      isArchivingBroken: boolean;
      /** Its clock, read between two moments of our own; milliseconds since the epoch. */
      clock: { theirs: number; from: number; to: number };
      migrated: Migrated;
    };

function knownMigrations(dialect: 'sqlite' | 'postgres'): number {
  const journal = new URL(`../../migrations/${dialect}/meta/_journal.json`, import.meta.url);
  return (JSON.parse(readFileSync(fileURLToPath(journal), 'utf8')) as { entries: unknown[] }).entries.length;
}

const DONE = 'cast(count(*) as integer) as applied, coalesce(max(since), 0) as needed';
const NOTHING = { applied: 0, needed: 0 };

function inspectSqlite(file: string): DatabaseState {
  if (!existsSync(file)) return { dialect: 'sqlite', isThere: false };
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    const isMigrated = sqlite
      .prepare("select 1 from sqlite_master where name = '__drizzle_migrations'")
      .get();
    return {
      dialect: 'sqlite',
      isThere: true,
      version: String(sqlite.prepare('select sqlite_version()').pluck().get()),
      journalMode: String(sqlite.pragma('journal_mode', { simple: true })),
      migrated: {
        known: knownMigrations('sqlite'),
        ...(isMigrated
          ? (sqlite.prepare(`select ${DONE} from __drizzle_migrations`).get() as typeof NOTHING)
          : NOTHING),
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
    const ask = async <T extends object>(text: string, values: unknown[] = []) =>
      (await client.query<T>(text, values)).rows;
    const settings = Object.fromEntries(
      (
        await ask<{ name: string; setting: string }>(
          'select name, setting from pg_settings where name = any($1)',
          [SETTINGS],
        )
      ).map(({ name, setting }) => [name, setting]),
    );
    const from = Date.now();
    const [facts] = await ask<PostgresNow>(
      `select extract(epoch from clock_timestamp())::float8 * 1000 as now,
        (select count(*)::int from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend') as connections,
        (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver) as "isArchivingBroken",
        exists(select 1 from pg_available_extensions where name = 'pg_trgm') as trigrams,
        to_regclass('drizzle.__drizzle_migrations') is not null as migrated`,
    );
    const to = Date.now();
    if (!facts) throw new Error('the database says nothing');
    const [done] = facts.migrated
      ? await ask<typeof NOTHING>(`select ${DONE} from drizzle.__drizzle_migrations`)
      : [NOTHING];
    return {
      dialect: 'postgres',
      version: Number(settings.server_version_num),
      settings,
      connections: facts.connections,
      hasTrigrams: facts.trigrams,
      isArchivingBroken: facts.isArchivingBroken,
      clock: { theirs: facts.now, from, to },
      migrated: { known: knownMigrations('postgres'), ...(done ?? NOTHING) },
    };
  } finally {
    await client.end();
  }
}

/** Looks at the database that `url` names. @throws when it cannot be opened. */
export const inspectDatabase = async (url: string): Promise<DatabaseState> =>
  url.startsWith('file:') ? inspectSqlite(url.slice('file:'.length)) : inspectPostgres(url);
