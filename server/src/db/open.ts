import { type Instrumentation, uninstrumented } from '../observability/instrumentation.ts';
import type { Logger } from '../observability/log.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

const FILE = 'file:';

/** The SQLite file that a database's URL names; null for PostgreSQL. */
export const sqliteFile = (url: string): string | null =>
  url.startsWith(FILE) ? url.slice(FILE.length) : null;

/**
 * Opens and migrates the database that `url` names: `file:…` or `postgres://…`.
 * @param poolSize how many connections to PostgreSQL it may hold
 */
export async function openDatabase(
  url: string,
  log: Logger,
  poolSize = 10,
  watch: Instrumentation = uninstrumented,
): Promise<Database> {
  const onError = (error: unknown) => {
    watch.failed('after-commit');
    log.error({ err: error }, 'something failed behind a transaction');
  };
  const onBroken = (error: unknown) => {
    log.fatal(
      { err: error },
      'The disk of the database fails. The server ends, and goes on when it is started again.',
    );
    process.exit(1);
  };
  const file = sqliteFile(url);
  if (file !== null) return openSqlite(file, { log, onError, onBroken, watch });
  // Imported only here, so that a server on SQLite does not load the driver of PostgreSQL.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(url, poolSize, onError, { watch });
}
