import Sqlite from 'better-sqlite3';
import { createLog } from '../../observability/log.ts';
import { closeOnFailure } from '../close-on-failure.ts';
import { schemaOf } from '../own-schema.ts';
import { openSqlite } from '../sqlite.ts';
import { columnList, type NeutralRow, quoted, selectAll, sortKeys, type TableShape } from './shapes.ts';
import { ACCOUNT_TABLES, type Filling, ROWS_AT_ONCE, type Snapshot } from './snapshot.ts';

type Type = TableShape['columns'][number]['type'];
const WAIT_MS = 5_000;
const MIGRATIONS_TABLE = '__drizzle_migrations';

function toNeutral(type: Type, value: unknown): unknown {
  if (value === null) return null;
  if (type === 'date') return new Date(Number(value)).toISOString();
  if (type === 'boolean') return value === 1;
  return type === 'json' ? sortKeys(JSON.parse(String(value))) : value;
}

function fromNeutral(type: Type, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'date') return Date.parse(String(value));
  if (type === 'boolean') return value ? 1 : 0;
  return type === 'json' ? JSON.stringify(value) : value;
}

const hasTable = (sqlite: Sqlite.Database, name: string): boolean =>
  sqlite.prepare('select 1 from sqlite_schema where name = ?').get(name) !== undefined;

const countOf = (sqlite: Sqlite.Database, table: string): number =>
  hasTable(sqlite, table)
    ? Number(
        sqlite
          .prepare(`select count(*) from ${quoted(table)}`)
          .pluck()
          .get(),
      )
    : 0;

async function* rowsOf(sqlite: Sqlite.Database, shape: TableShape): AsyncGenerator<NeutralRow[]> {
  let rows: NeutralRow[] = [];
  for (const values of sqlite.prepare<[], unknown[]>(selectAll(shape)).raw().iterate()) {
    rows.push(
      Object.fromEntries(shape.columns.map(({ name, type }, i) => [name, toNeutral(type, values[i])])),
    );
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

function versionOn(sqlite: Sqlite.Database): number {
  if (!hasTable(sqlite, MIGRATIONS_TABLE)) return 0;
  const applied = sqlite.prepare<[], { when: number }>(
    `select created_at as "when" from ${MIGRATIONS_TABLE}`,
  );
  return schemaOf('sqlite', applied.all());
}

const snapshotOn = (sqlite: Sqlite.Database): Snapshot => ({
  schema: versionOn(sqlite),
  count: async ({ name }) => countOf(sqlite, name),
  rows: (shape) => rowsOf(sqlite, shape),
  close: async () => void sqlite.close(),
});

/** Reads a SQLite file. Its write-ahead log cannot be truncated until this is closed. */
export function openSqliteSnapshot(file: string): Snapshot {
  return closeOnFailure(
    new Sqlite(file, { readonly: true, fileMustExist: true, timeout: WAIT_MS }),
    (sqlite) => {
      // The snapshot starts with the first read.
      sqlite.exec('begin');
      return snapshotOn(sqlite);
    },
  );
}

export function isEmptySqlite(file: string): boolean {
  const sqlite = new Sqlite(file, { fileMustExist: true, timeout: WAIT_MS });
  try {
    return ACCOUNT_TABLES.every((table) => countOf(sqlite, table) === 0);
  } finally {
    sqlite.close();
  }
}

function beginFilling(sqlite: Sqlite.Database): Sqlite.Database {
  // No syncs while filling: the caller syncs the finished file.
  sqlite.pragma('journal_mode = delete');
  sqlite.pragma('synchronous = off');
  sqlite.pragma('cache_size = -131072');
  sqlite.pragma('foreign_keys = on');
  sqlite.exec('begin');
  // Check foreign keys at the commit: a row may reference a later row of its own table.
  sqlite.pragma('defer_foreign_keys = on');
  return sqlite;
}

/** Creates a file to be filled. It is complete, and safe to open, only after `commit` and `close`. */
export async function fillSqlite(file: string): Promise<Filling> {
  await openSqlite(file, {
    log: createLog('silent'),
    onError: () => undefined,
    onBroken: () => undefined,
  }).close();
  const sqlite = closeOnFailure(new Sqlite(file, { fileMustExist: true }), beginFilling);
  return {
    ...snapshotOn(sqlite),
    async insert(shape, rows) {
      const placeholders = shape.columns.map(() => '?').join(', ');
      const insert = sqlite.prepare(
        `insert into ${quoted(shape.name)} (${columnList(shape)}) values (${placeholders})`,
      );
      for (const row of rows) insert.run(shape.columns.map(({ name, type }) => fromNeutral(type, row[name])));
    },
    commit: async () => void sqlite.exec('commit; analyze'),
  };
}

/** A consistent copy, even while a server is using the file. @throws if the copy is damaged */
export async function copySqlite(file: string, copy: string): Promise<void> {
  const source = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: WAIT_MS });
  try {
    // All pages in one step: the backup restarts if another process writes between two steps.
    await source.backup(copy, { progress: () => Number.MAX_SAFE_INTEGER });
  } finally {
    source.close();
  }
  const made = new Sqlite(copy, { fileMustExist: true });
  try {
    made.pragma('journal_mode = delete');
    const found = made.pragma('quick_check', { simple: true });
    if (found !== 'ok') throw new Error(`The database ${file} is damaged: ${String(found)}`);
  } finally {
    made.close();
  }
}

/** Checks a whole SQLite file, its indexes included; reads all of it. @throws if it is damaged */
export function checkSqlite(file: string): void {
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    const found = sqlite.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') throw new Error(`The database ${file} is damaged: ${String(found)}`);
  } finally {
    sqlite.close();
  }
}
