import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Applied, failedMigration, type Migration, pendingOf } from './migrations.ts';
import { isLockTimeout, isRaceLost } from './postgres-errors.ts';
import { UnusableDatabase } from './unusable.ts';

/** The table of applied migrations as drizzle would keep it, plus the column `since` (see `Migration`). */
const LEDGER = 'drizzle.__drizzle_migrations';
/** The advisory lock: two nodes that start together must not migrate together. The number only has to be ours. */
const LOCK = 5_341_077;
/** Running nodes queue behind a migration that waits for a table lock: it gives up soon, and retries for 10 minutes. */
const WAIT_MS = 1_000;
const TRIES_MAX = 300;

async function appliedOn(client: pg.ClientBase): Promise<Applied[]> {
  const { rows: there } = await client.query(`select to_regclass('${LEDGER}') as ledger`);
  if (!there[0]?.ledger) return [];
  const { rows } = await client.query<{ when: string; since: number }>(
    `select created_at as "when", since from ${LEDGER}`,
  );
  return rows.map(({ when, since }) => ({ when: Number(when), since }));
}

/** The `application_name` of a node that knows these migrations; PostgreSQL shows it to the other nodes. */
export const nameOf = (migrations: Migration[]): string => `Selvedge ${migrations.length}`;

/** @throws UnusableDatabase while older nodes are connected that would not work after this migration. */
async function requireServed(client: pg.ClientBase, { tag, since }: Migration): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database()
     and substring(application_name from '^Selvedge (\\d+)$')::int < $1`,
    [since],
  );
  if (!rowCount) return;
  throw new UnusableDatabase(
    `Migration ${tag} takes away what the version needs that runs now: stop all its nodes, then start this one.`,
  );
}

async function apply(client: pg.ClientBase, { statements, hash, when, since }: Migration): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists ${LEDGER} (id serial primary key, hash text not null, created_at bigint, since integer)`,
  );
  for (const statement of statements) await client.query(statement);
  await client.query(`insert into ${LEDGER} (hash, created_at, since) values ($1, $2, $3)`, [
    hash,
    when,
    since,
  ]);
}

async function applyWhenFree(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${WAIT_MS}`);
      // A table with pending deferred triggers cannot be altered after its rows were changed.
      await client.query('set constraints all immediate');
      await apply(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      const givesWay = isLockTimeout(error) || isRaceLost(error);
      if (!givesWay || tries === TRIES_MAX) {
        throw failedMigration(migration, error instanceof Error ? error.message : String(error));
      }
      await client.query('rollback');
      await pause(WAIT_MS);
    }
  }
}

/**
 * Brings the schema up to date, each migration in a transaction of its own; nodes take turns by an advisory lock. When
 * this fails, the caller must close the connection, which releases the lock.
 * @throws UnusableDatabase with the database as it was before what failed.
 */
export async function migratePostgres(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  for (const migration of pendingOf(migrations, await appliedOn(client))) {
    await requireServed(client, migration);
    await applyWhenFree(client, migration);
  }
  await client.query('select pg_advisory_unlock($1)', [LOCK]);
}
