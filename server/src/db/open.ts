import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Opens and migrates the database that `url` names: `file:…` or `postgres://…`.
 * @param poolSize how many connections it may hold, where it needs any
 */
export async function openDatabase(url: string, log: Logger, poolSize = 10): Promise<Database> {
  const onError = (error: unknown) => log.error({ err: error }, 'something failed behind a transaction');
  return url.startsWith('file:')
    ? openSqlite(url.slice('file:'.length), onError)
    : openPostgres(url, poolSize, onError);
}
