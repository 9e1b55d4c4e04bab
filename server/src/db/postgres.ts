import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { AppError } from '../core/errors.ts';
import { type Instrumentation, uninstrumented } from '../observability/instrumentation.ts';
import { type Conn, createEffects, type Database, type Effect, type Queries, type Tx } from './database.ts';
import { migratePostgres, nameOf } from './migrate-postgres.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { isAway, isRaceLost } from './postgres-errors.ts';
import { postgresKit } from './postgres-kit.ts';
import { postgresSearch } from './search.ts';
import { defineTables } from './tables.ts';
import { timed } from './timed.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/postgres', import.meta.url));
/** How often a transaction is tried that loses races against others. */
const TRIES_MAX = 5;
const RETRY_AFTER_SECONDS = 2;
/** In milliseconds. Somebody waits for each statement; `query_timeout` is for a server that no longer says anything. */
const TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
  query_timeout: 40_000,
};

/** Brings the schema up to date, however long that takes. @throws where the server may lose confirmed commits. */
async function prepare(url: string, migrations: Migration[]): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUTS.connectionTimeoutMillis,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ synchronous_commit: string }>('show synchronous_commit');
    if (rows[0]?.synchronous_commit === 'off') {
      throw new Error('PostgreSQL does not sync commits to disk: set synchronous_commit to on.');
    }
    await migratePostgres(client, migrations);
  } finally {
    await client.end();
  }
}

// Not `now()`: that is when the transaction began, which may be long ago.
const ago = (ms: number) => sql`statement_timestamp() - ${ms} * interval '1 millisecond'`;

/**
 * A pool of connections; the schema is brought up to date first. While PostgreSQL does not answer, everything is refused
 * as unavailable; connections are made anew once it does.
 */
export async function openPostgres(
  url: string,
  poolSize: number,
  onError: (error: unknown) => void,
  {
    watch = uninstrumented,
    migrations: folder = MIGRATIONS,
  }: { watch?: Instrumentation; migrations?: string | undefined } = {},
): Promise<Database> {
  const migrations = readMigrations(folder);
  const own = { t: defineTables(postgresKit), search: postgresSearch, hasRivals: true, ago };
  await prepare(url, migrations);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: nameOf(migrations),
    max: poolSize,
    min: 1,
    keepAlive: true,
    // For `inOneTrip`.
    pipeline: true,
    ...TIMEOUTS,
  });
  let isClosing = false;
  let isKnownAway = false;
  function noteAway(error: unknown): void {
    if (!isKnownAway && !isClosing) onError(new Error('PostgreSQL does not answer.', { cause: error }));
    isKnownAway = true;
  }
  // The pool replaces dead connections. Without these listeners their errors would end the process: the pool's for
  // idle connections, each client's for those in use.
  pool.on('error', noteAway);
  pool.on('connect', (client) => client.on('error', () => undefined));

  /** Runs work that needs the database. @throws unavailable when PostgreSQL does not answer. */
  async function reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await work();
      isKnownAway = false;
      return value;
    } catch (error) {
      if (!isAway(error)) throw error;
      noteAway(error);
      throw new AppError('unavailable', 'The database is not responding. Please try again.', {
        retryAfter: RETRY_AFTER_SECONDS,
        cause: error,
      });
    }
  }

  // Queries are typed by SQLite's builders; the cast is explained in the kit.
  const asQueries = (client: pg.Pool | pg.PoolClient) => drizzle(client) as unknown as Queries;
  const conns = new WeakMap<pg.PoolClient, Conn>();
  const connOf = (client: pg.PoolClient): Conn => {
    const known = conns.get(client);
    if (known) return known;
    const conn = { q: asQueries(client), ...own };
    conns.set(client, conn);
    return conn;
  };

  // Opens the one connection that always stays, by whose name a newer version sees that this one runs.
  await pool.query('select 1');

  const effects = createEffects(onError);
  async function tryOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const registered: Effect[] = [];
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const value = await work({ ...connOf(client), afterCommit: (effect) => void registered.push(effect) });
      await client.query('commit');
      effects.run(registered);
      return value;
    } catch (error) {
      // The connection is discarded: a statement may still be running on it, and would answer its next user.
      if (isAway(error)) broken = error as Error;
      else {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
      }
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await reach(() => tryOnce(work));
      } catch (error) {
        if (tries === TRIES_MAX || !isRaceLost(error)) throw error;
      }
    }
  }

  const reading: Conn = { q: asQueries(pool), ...own };
  return {
    dialect: 'postgres',
    read: (work) => reach(() => work(reading)),
    transact: timed(transact, watch),
    load: () => ({
      pool: { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    }),
    ping: () => reach(async () => void (await pool.query('select 1'))),
    async close() {
      await effects.idle();
      isClosing = true;
      await pool.end();
    },
  };
}
