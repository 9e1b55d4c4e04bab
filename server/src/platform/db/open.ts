import { type Instrumentation, uninstrumented } from '../observability/instrumentation.ts';
import type { Logger } from '../observability/log.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

const FILE = 'file:';

export function sqliteFile(url: string): string | null {
  return url.startsWith(FILE) ? url.slice(FILE.length) : null;
}

/** @param poolSize maximum number of PostgreSQL connections, at least four for a server */
export async function openDatabase(
  url: string,
  log: Logger,
  poolSize = 10,
  instrumentation: Instrumentation = uninstrumented,
): Promise<Database> {
  const onError = (error: unknown) => {
    instrumentation.failed('after-commit');
    log.error({ err: error }, 'an after-commit effect failed; the transaction is committed');
  };
  const onBroken = (error: unknown) => {
    log.fatal({ err: error }, 'The database disk failed. The server exits; restart it to recover.');
    process.exit(1);
  };
  const file = sqliteFile(url);
  if (file !== null) return openSqlite(file, { log, onError, onBroken, instrumentation });
  // Imported on demand, so that a server on SQLite does not load the PostgreSQL driver.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(url, poolSize, onError, { instrumentation });
}
