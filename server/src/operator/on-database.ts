import { existsSync } from 'node:fs';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { AppError } from '../errors.ts';
import type { Operating } from './command.ts';

const FILE = 'file:';

/**
 * Does something on the database of the settings; a server may be running on it.
 * @throws not_found when there is none yet: a mistyped folder must not become a new instance.
 */
export async function onDatabase<T>(
  { config, log }: Operating,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = config;
  if (databaseUrl.startsWith(FILE) && !existsSync(databaseUrl.slice(FILE.length))) {
    throw new AppError('not_found', `There is no database at ${databaseUrl.slice(FILE.length)}.`);
  }
  const db = await openDatabase(databaseUrl, log);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
