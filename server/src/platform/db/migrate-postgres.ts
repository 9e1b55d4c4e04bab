import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Applied, failedMigration, type Migration, pendingOf, versionAfter } from './migrations.ts';
import { isLockTimeout, isRaceLost } from './postgres-errors.ts';
import { UnusableDatabase } from './unusable.ts';

/** Drizzle's table of applied migrations, plus the column `since` (see `Migration`). */
const LEDGER = 'drizzle.__drizzle_migrations';
/** The advisory lock that prevents concurrent migrations by nodes that start together. The number is arbitrary. */
const LOCK = 5_341_077;
/** Running nodes queue behind a migration waiting for a table lock, so it gives up early and retries for 10 minutes. */
const WAIT_MS = 1_000;
const TRIES_MAX = 300;

async function appliedOn(client: pg.ClientBase): Promise<Applied[]> {
  const { rows: ledgers } = await client.query(`select to_regclass('${LEDGER}') as ledger`);
  if (!ledgers[0]?.ledger) return [];
  const { rows } = await client.query<{ when: string; since: number }>(
    `select created_at as "when", since from ${LEDGER}`,
  );
  return rows.map(({ when, since }) => ({ when: Number(when), since }));
}

/** The `application_name` of a node with these migrations, which other nodes can see. */
export function nameOf(migrations: Migration[]): string {
  return `Selvedge ${versionAfter(migrations.length)}`;
}

/** @throws UnusableDatabase while older nodes that this migration would break are connected. */
async function requireCompatibleNodes(client: pg.ClientBase, { tag, since }: Migration): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database()
     and substring(application_name from '^Selvedge (\\d+)$')::int < $1`,
    [since],
  );
  if (!rowCount) return;
  throw new UnusableDatabase(
    `Migration ${tag} would break the version that is running: stop all its nodes, then start this one.`,
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
      // A table with pending deferred triggers cannot be altered.
      await client.query('set constraints all immediate');
      await apply(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      const isRetryable = isLockTimeout(error) || isRaceLost(error);
      if (!isRetryable || tries === TRIES_MAX) {
        throw failedMigration(migration, error instanceof Error ? error.message : String(error));
      }
      await client.query('rollback');
      await pause(WAIT_MS);
    }
  }
}

/** On failure the caller must close the connection, which releases the lock. @throws UnusableDatabase */
export async function migratePostgres(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  for (const migration of pendingOf(migrations, await appliedOn(client))) {
    await requireCompatibleNodes(client, migration);
    await applyWhenFree(client, migration);
  }
  await client.query('select pg_advisory_unlock($1)', [LOCK]);
}
