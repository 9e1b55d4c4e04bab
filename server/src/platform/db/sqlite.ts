import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { requireWritable } from '../core/writable-folder.ts';
import { type Instrumentation, uninstrumented } from '../observability/instrumentation.ts';
import type { Logger } from '../observability/log.ts';
import { inServer } from '../server-folder.ts';
import { closeOnFailure } from './close-on-failure.ts';
import { createEffects, type Database, openTx } from './database.ts';
import { createEvents } from './events.ts';
import { createGroupCommit } from './group-commit.ts';
import { sqliteKit } from './kit.ts';
import { limitWal, WAL_MAX_BYTES } from './limit-wal.ts';
import { migrateSqlite, requireMigratable } from './migrate-sqlite.ts';
import { readMigrations } from './migrations.ts';
import { createRowChanges } from './row-changes.ts';
import { sqliteSearch, sqliteWords } from './search.ts';
import { defineTables } from './tables.ts';
import { timed } from './timed.ts';
import { reasonOf, UnusableDatabase } from './unusable.ts';

const MIGRATIONS = inServer('migrations/sqlite');
const FULL = 2;

function setUp(sqlite: Sqlite.Database, file: string): void {
  if (!sqlite.readonly) sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma(`journal_size_limit = ${WAL_MAX_BYTES}`);
  // Savepoint journals stay in memory: on disk they cost more writes than the messages themselves.
  sqlite.pragma('temp_store = MEMORY');
  // In pages; at the default of 1,000, a busy server checkpoints the same pages several times a second.
  sqlite.pragma('wal_autocheckpoint = 4000');
  // The driver opens WAL databases with NORMAL, under which a power cut may lose commits that were acknowledged.
  sqlite.pragma('synchronous = FULL');
  if (sqlite.pragma('synchronous', { simple: true }) !== FULL) {
    throw new Error(`SQLite does not sync commits to disk (synchronous is not FULL) in ${file}`);
  }
}

function open(file: string, options: Sqlite.Options): Sqlite.Database {
  return closeOnFailure(new Sqlite(file, { timeout: 50, ...options }), (sqlite) => {
    setUp(sqlite, file);
    return sqlite;
  });
}

// The driver's SQLite (`ENABLE_STAT4`) plans by the value bound to a plain `?` and recompiles the statement
// for each one, which costs many times as much as running it. A unary `+`, a no-op, hides the value from it.
function buildQueries(sqlite: Sqlite.Database) {
  const db = drizzle(sqlite);
  // The types hide the dialect.
  const { dialect } = db as unknown as { dialect: { escapeParam(place: number): string } };
  dialect.escapeParam = () => '+?';
  return db;
}

/** Opens the write and read connections, and migrates the schema. */
function connect(file: string, folder: string) {
  const migrations = readMigrations(folder);
  requireWritable('The folder of the database', dirname(file));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    requireMigratable(file, migrations);
    return closeOnFailure(open(file, {}), (writer) => {
      chmodSync(file, 0o600);
      migrateSqlite(writer, file, migrations);
      return { writer, reader: open(file, { readonly: true }) };
    });
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    throw new UnusableDatabase(`The database ${file} cannot be opened: ${reasonOf(error, dirname(file))}`);
  }
}

interface SqliteParts {
  log: Logger;
  onError: (error: unknown) => void;
  /** Called when the disk fails; must end the process, since only a new one can know what is on the disk. */
  onBroken: (error: unknown) => void;
  instrumentation?: Instrumentation;
  migrations?: string | undefined;
}

const ago = (ms: number) => sql`cast(unixepoch('subsec') * 1000 as integer) - ${ms}`;

/** Migrates the schema, then opens a database with one connection for all writes and another for reads. */
export function openSqlite(
  file: string,
  { log, onError, onBroken, instrumentation = uninstrumented, migrations = MIGRATIONS }: SqliteParts,
): Database {
  const tables = defineTables(sqliteKit);
  const { writer, reader } = connect(file, migrations);
  const writing = buildQueries(writer);
  const own = { t: tables, search: sqliteSearch, searchWords: sqliteWords, hasConcurrentWriters: false, ago };
  const reading = { q: buildQueries(reader), ...own };
  const pingStatement = reader.prepare('select 1');
  const effects = createEffects(onError);
  const events = createEvents();
  const conn = { q: writing, ...own };
  const rows = createRowChanges(writer);
  const { transact, idle, waiting } = createGroupCommit(
    writer,
    (registered) => openTx(conn, registered, events),
    effects,
    {
      onBatch: instrumentation.batch,
      onBegun: rows.begun,
      onRollback: rows.rolledBack,
      onBroken,
    },
  );
  const stopLimitingWal = limitWal(writer, file, log);
  return {
    dialect: 'sqlite',
    read: async (work) => work(reading),
    transact: timed(transact, instrumentation),
    runStatement: null,
    rowChanges: rows.changes,
    events,
    load: () => ({ waitingWriters: waiting() }),
    ping: async () => void pingStatement.get(),
    async close() {
      await idle();
      await effects.idle();
      stopLimitingWal();
      reader.close();
      writer.close();
    },
  };
}
