import { existsSync } from 'node:fs';
import { AppError } from '../core/errors.ts';
import { sqliteFile } from './open.ts';

/** @throws not_found when the database URL names a SQLite file that does not exist. */
export function requireDatabase(databaseUrl: string): void {
  const file = sqliteFile(databaseUrl);
  if (file !== null && !existsSync(file)) throw new AppError('not_found', `There is no database at ${file}.`);
}
