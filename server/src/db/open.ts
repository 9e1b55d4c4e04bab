import type { Logger } from '../log.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Opens and migrates the database that `url` names: `file:…` or `postgres://…`. */
export async function openDatabase(url: string, log: Logger): Promise<Database> {
  const onError = (error: unknown) => log.error({ err: error }, 'something failed behind a transaction');
  return url.startsWith('file:')
    ? openSqlite(url.slice('file:'.length), onError)
    : openPostgres(url, onError);
}
