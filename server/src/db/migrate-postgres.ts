import type pg from 'pg';
import { failedMigration, type Migration, pendingOf } from './migrations.ts';

/** The table that drizzle would keep. */
const LEDGER = 'drizzle.__drizzle_migrations';
/** Two nodes that start together must not migrate together; the number only has to be ours. */
const LOCK = 5_341_077;

async function appliedOn(client: pg.ClientBase): Promise<number[]> {
  const { rows: there } = await client.query(`select to_regclass('${LEDGER}') as ledger`);
  if (!there[0]?.ledger) return [];
  const { rows } = await client.query<{ created_at: string }>(`select created_at from ${LEDGER}`);
  return rows.map((row) => Number(row.created_at));
}

async function apply(client: pg.ClientBase, { statements, hash, when }: Migration): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists ${LEDGER} (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const statement of statements) await client.query(statement);
  await client.query(`insert into ${LEDGER} (hash, created_at) values ($1, $2)`, [hash, when]);
}

/**
 * Brings the schema up to date, each migration in a transaction of its own; nodes do it one after the other. Whoever
 * gives the connection back must end it when this fails, and with it the lock.
 * @throws UnusableDatabase with the database as it was before what failed.
 */
export async function migratePostgres(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  for (const migration of pendingOf(migrations, await appliedOn(client))) {
    try {
      await client.query('begin');
      await apply(client, migration);
      await client.query('commit');
    } catch (error) {
      throw failedMigration(migration, error instanceof Error ? error.message : String(error));
    }
  }
  await client.query('select pg_advisory_unlock($1)', [LOCK]);
}
