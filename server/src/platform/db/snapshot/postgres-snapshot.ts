import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { schemaOf } from '../own-schema.ts';
import { openPostgres } from '../postgres.ts';
import {
  columnList,
  type NeutralRow,
  quoted,
  selectAll,
  sortKeys,
  type TableShape,
  tableShapes,
} from './shapes.ts';
import { ACCOUNT_TABLES, type Filling, ROWS_AT_ONCE, type Snapshot } from './snapshot.ts';

/** PostgreSQL notices disconnects with a delay, so check several times at this interval. */
const CHECKS = 20;
const CHECK_INTERVAL_MS = 100;

const MIGRATIONS_TABLE = 'drizzle.__drizzle_migrations';

const countOf = async (client: pg.Client, table: string): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
};

async function versionOn(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ has: boolean }>('select to_regclass($1) is not null as has', [
    MIGRATIONS_TABLE,
  ]);
  if (!rows[0]?.has) return 0;
  const applied = await client.query<{ when: number }>(
    `select created_at::float8 as "when" from ${MIGRATIONS_TABLE}`,
  );
  return schemaOf('postgres', applied.rows);
}

const toNeutral = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : sortKeys(value);

async function* rowsOf(client: pg.Client, shape: TableShape): AsyncGenerator<NeutralRow[]> {
  await client.query(`declare all_rows no scroll cursor for ${selectAll(shape)}`);
  try {
    for (;;) {
      const { rows } = await client.query<unknown[]>({
        text: `fetch ${ROWS_AT_ONCE} from all_rows`,
        rowMode: 'array',
      });
      if (rows.length === 0) return;
      yield rows.map((values) =>
        Object.fromEntries(shape.columns.map(({ name }, i) => [name, toNeutral(values[i])])),
      );
    }
  } finally {
    await client.query('close all_rows');
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const snapshotOn = async (client: pg.Client): Promise<Snapshot> => ({
  schema: await versionOn(client),
  count: ({ name }) => countOf(client, quoted(name)),
  rows: (shape) => rowsOf(client, shape),
  // Closing the connection rolls back uncommitted changes.
  close: () => client.end(),
});

export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = await connect(url);
  await client.query('begin transaction isolation level repeatable read read only');
  return snapshotOn(client);
}

/** Whether another Selvedge process uses the database; connections that are just closing do not count. */
export async function isPostgresInUse(url: string): Promise<boolean> {
  const client = await connect(url);
  try {
    for (let checks = 0; checks < CHECKS; checks += 1) {
      const { rowCount } = await client.query(
        `select 1 from pg_stat_activity where datname = current_database()
         and application_name ~ '^Selvedge ' and pid <> pg_backend_pid()`,
      );
      if (!rowCount) return false;
      await pause(CHECK_INTERVAL_MS);
    }
    return true;
  } finally {
    await client.end();
  }
}

/** Prepares an empty database to be filled. @returns null if it already has accounts. */
export async function fillPostgres(url: string): Promise<Filling | null> {
  await (await openPostgres(url, 2, () => undefined)).close();
  const client = await connect(url);
  await client.query('begin');
  for (const table of ACCOUNT_TABLES) {
    if ((await countOf(client, quoted(table))) === 0) continue;
    await client.end();
    return null;
  }
  // A server that ran on it may have left a signing key.
  for (const { name } of tableShapes().reverse()) await client.query(`delete from ${quoted(name)}`);
  return {
    ...(await snapshotOn(client)),
    async insert(shape, rows) {
      const list = columnList(shape);
      const table = quoted(shape.name);
      await client.query(
        `insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, $1::json)`,
        [JSON.stringify(rows)],
      );
    },
    async commit() {
      await client.query('commit');
      await client.query('analyze');
    },
  };
}
