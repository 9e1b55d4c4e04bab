import { existsSync } from 'node:fs';
import { AppError } from '../core/errors.ts';
import type { Database } from '../db/database.ts';
import { openDatabase, sqliteFile } from '../db/open.ts';
import type { OperatorContext } from './command.ts';

/** @throws not_found when the database URL names a SQLite file that does not exist. */
export function requireDatabase(databaseUrl: string): void {
  const file = sqliteFile(databaseUrl);
  if (file !== null && !existsSync(file)) throw new AppError('not_found', `There is no database at ${file}.`);
}

/**
 * Runs `work` on the configured database, even while a server uses it.
 * @throws not_found when the database does not exist yet: a mistyped folder must not become a new instance.
 */
export async function onDatabase<T>(
  { config, log }: OperatorContext,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = config;
  requireDatabase(databaseUrl);
  const db = await openDatabase(databaseUrl, log);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
