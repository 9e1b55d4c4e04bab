import type Sqlite from 'better-sqlite3';

/**
 * Sets up a connection that was just opened, and closes it when that fails: otherwise it would hold its files, with the
 * room of those deleted meanwhile, until it is garbage-collected.
 * @throws what `setUp` throws
 */
export function closeOnFailure<T>(sqlite: Sqlite.Database, setUp: (sqlite: Sqlite.Database) => T): T {
  try {
    return setUp(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
