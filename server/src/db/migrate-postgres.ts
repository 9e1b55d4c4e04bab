import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Applied, failedMigration, type Migration, pendingOf } from './migrations.ts';
import { isInTheWay, isRaceLost } from './postgres-errors.ts';
import { UnusableDatabase } from './unusable.ts';

/** The table that drizzle would keep, and since which program each migration serves them. */
const LEDGER = 'drizzle.__drizzle_migrations';
/** Two nodes that start together must not migrate together; the number only has to be ours. */
const LOCK = 5_341_077;
/** Nodes that run wait behind a migration that waits for a table: it gives way soon, and tries again for ten minutes. */
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

/** What a connection is called whose program knows so many migrations; PostgreSQL shows it to the others. */
export const nameOf = (migrations: Migration[]): string => `Selvedge ${migrations.length}`;

/** @throws UnusableDatabase while programs are connected that would not work any more. */
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
      // A table whose triggers wait for the commit cannot be altered after its rows were changed.
      await client.query('set constraints all immediate');
      await apply(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      const givesWay = isInTheWay(error) || isRaceLost(error);
      if (!givesWay || tries === TRIES_MAX) {
        throw failedMigration(migration, error instanceof Error ? error.message : String(error));
      }
      await client.query('rollback');
      await pause(WAIT_MS);
    }
  }
}

/**
 * Brings the schema up to date, each migration in a transaction of its own; nodes do it one after the other. Whoever
 * gives the connection back must end it when this fails, and with it the lock.
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
