import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { type Conn, createEffects, type Database, type Effect, type Queries, type Tx } from './database.ts';
import { postgresKit } from './kit.ts';
import { postgresSearch } from './search.ts';
import { defineTables } from './tables.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations/postgres', import.meta.url));
/** Two nodes that start together must not migrate together; the number only has to be ours. */
const MIGRATION_LOCK = 5_341_077;
const POOL_SIZE = 10;

/** A pool of connections; the schema is brought up to date first. */
export async function openPostgres(url: string, onError: (error: unknown) => void): Promise<Database> {
  const tables = defineTables(postgresKit);
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, connectionTimeoutMillis: 5_000 });
  let isClosing = false;
  // A connection that dies while idle is replaced; unheard, its error would end the process.
  pool.on('error', (error) => {
    if (!isClosing) onError(error);
  });

  // Queries are typed by SQLite's builders; the cast is explained in the kit.
  const asQueries = (client: pg.Pool | pg.PoolClient) => drizzle(client) as unknown as Queries;
  const conns = new WeakMap<pg.PoolClient, Conn>();
  const connOf = (client: pg.PoolClient): Conn => {
    const known = conns.get(client);
    if (known) return known;
    const conn = { q: asQueries(client), t: tables, search: postgresSearch };
    conns.set(client, conn);
    return conn;
  };

  const migrator = await pool.connect();
  try {
    await migrator.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(migrator), { migrationsFolder: MIGRATIONS });
  } finally {
    await migrator.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    migrator.release();
  }

  const effects = createEffects(onError);
  async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
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
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  const reading: Conn = { q: asQueries(pool), t: tables, search: postgresSearch };
  return {
    dialect: 'postgres',
    read: (work) => work(reading),
    transact,
    ping: async () => void (await pool.query('select 1')),
    async close() {
      await effects.idle();
      isClosing = true;
      await pool.end();
    },
  };
}
