import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { AppError } from '../core/errors.ts';
import { type Instrumentation, uninstrumented } from '../observability/instrumentation.ts';
import { inServer } from '../server-folder.ts';
import {
  type Conn,
  createEffects,
  type Database,
  type Effect,
  openTx,
  type Queries,
  type Tx,
} from './database.ts';
import { createEvents } from './events.ts';
import { migratePostgres, nameOf } from './migrate-postgres.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { isRaceLost, isUnavailable } from './postgres-errors.ts';
import { postgresKit } from './postgres-kit.ts';
import { postgresSearch, postgresWords } from './search.ts';
import { defineTables } from './tables.ts';
import { timed } from './timed.ts';

const MIGRATIONS = inServer('migrations/postgres');
const TRIES_MAX = 5;
const RETRY_AFTER_SECONDS = 2;
/** A caller waits for every statement; `query_timeout` is for a server that stops responding. */
const TIMEOUTS = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 30_000,
  query_timeout: 40_000,
};

/** Migrates the schema, however long that takes. @throws if the server may lose acknowledged commits. */
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

/** Connections of `runStatement`: with one, a statement waits for the previous one's commit. */
const STATEMENTS_AT_ONCE = 2;
const POOL_MIN = 2;
// Otherwise the planner replans for each array, which takes longer than the statement, or keeps reading whole
// tables after a plan that it made while they were small.
const PLAN_ONCE = `set plan_cache_mode = force_generic_plan; set jit = off;
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off`;

const loadOf = (pools: pg.Pool[]) => {
  const sum = (of: (pool: pg.Pool) => number) => pools.reduce((all, pool) => all + of(pool), 0);
  return {
    total: sum(({ totalCount }) => totalCount),
    idle: sum(({ idleCount }) => idleCount),
    waiting: sum(({ waitingCount }) => waitingCount),
  };
};

// Not `now()`, which is the start of the transaction and may be long ago.
const ago = (ms: number) => sql`statement_timestamp() - ${ms} * interval '1 millisecond'`;

/** While PostgreSQL is down, calls fail as `unavailable`; the pool reconnects once it is back. */
export async function openPostgres(
  url: string,
  poolSize: number,
  onError: (error: unknown) => void,
  {
    instrumentation = uninstrumented,
    migrations: folder = MIGRATIONS,
  }: { instrumentation?: Instrumentation; migrations?: string | undefined } = {},
): Promise<Database> {
  const migrations = readMigrations(folder);
  const own = {
    t: defineTables(postgresKit),
    search: postgresSearch,
    searchWords: postgresWords,
    hasConcurrentWriters: true,
    ago,
  };
  await prepare(url, migrations);
  const settings = {
    connectionString: url,
    application_name: nameOf(migrations),
    keepAlive: true,
    // For `inOneRoundTrip`.
    pipeline: true,
    ...TIMEOUTS,
  };
  const pool = new pg.Pool({ ...settings, max: Math.max(POOL_MIN, poolSize - STATEMENTS_AT_ONCE), min: 1 });
  const statementPool = new pg.Pool({ ...settings, max: STATEMENTS_AT_ONCE, min: STATEMENTS_AT_ONCE });
  // Without these settings, statements are only slower.
  statementPool.on('connect', (client) => void client.query(PLAN_ONCE).catch(() => undefined));
  let isClosing = false;
  let isReportedDown = false;
  function reportDown(error: unknown): void {
    if (!isReportedDown && !isClosing) onError(new Error('PostgreSQL is unreachable.', { cause: error }));
    isReportedDown = true;
  }
  // Without these listeners an error of a dead connection would crash the process: the pool reports idle
  // connections, each client reports its own while in use.
  for (const one of [pool, statementPool]) {
    one.on('error', reportDown);
    one.on('connect', (client) => client.on('error', () => undefined));
  }

  async function withAvailability<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await work();
      isReportedDown = false;
      return value;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      reportDown(error);
      throw new AppError('unavailable', 'The database is not responding. Please try again.', {
        retryAfter: RETRY_AFTER_SECONDS,
        cause: error,
      });
    }
  }

  // Queries are typed by the SQLite builders; the kit explains the cast.
  const asQueries = (client: pg.Pool | pg.PoolClient) => drizzle(client) as unknown as Queries;
  const conns = new WeakMap<pg.PoolClient, Conn>();
  const connOf = (client: pg.PoolClient): Conn => {
    const known = conns.get(client);
    if (known) return known;
    const conn = { q: asQueries(client), ...own };
    conns.set(client, conn);
    return conn;
  };

  // Open the pool's permanent connection: its name shows newer versions that this one is running.
  await pool.query('select 1');

  const effects = createEffects(onError);
  const events = createEvents();
  async function tryOnce<T>(work: (tx: Tx) => T | Promise<T>): Promise<T> {
    const client = await pool.connect();
    const registered: Effect[] = [];
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const value = await work(openTx(connOf(client), registered, events));
      await client.query('commit');
      effects.run(registered);
      return value;
    } catch (error) {
      // Discard it: a statement may still be running, and its result would go to the next user.
      if (isUnavailable(error)) broken = error as Error;
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

  async function transact<T>(work: (tx: Tx) => T | Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await withAvailability(() => tryOnce(work));
      } catch (error) {
        if (tries === TRIES_MAX || !isRaceLost(error)) throw error;
      }
    }
  }

  const statementConn: Conn = { q: asQueries(statementPool), ...own };
  async function runStatement<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const registered: Effect[] = [];
    const value = await withAvailability(() => work(openTx(statementConn, registered, events)));
    effects.run(registered);
    return value;
  }

  const reading: Conn = { q: asQueries(pool), ...own };
  return {
    dialect: 'postgres',
    read: (work) => withAvailability(() => work(reading)),
    transact: timed(transact, instrumentation),
    runStatement: timed(runStatement, instrumentation),
    rowChanges: null,
    events,
    load: () => ({ pool: loadOf([pool, statementPool]) }),
    ping: () => withAvailability(async () => void (await pool.query('select 1'))),
    async close() {
      await effects.idle();
      isClosing = true;
      await Promise.all([pool.end(), statementPool.end()]);
    },
  };
}
