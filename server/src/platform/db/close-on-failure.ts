import type Sqlite from 'better-sqlite3';

/**
 * Sets up a newly opened connection, and closes it on failure: otherwise it would keep its files open, and
 * the disk space of deleted ones occupied, until it is garbage-collected.
 * @throws whatever `setUp` throws
 */
export function closeOnFailure<T>(sqlite: Sqlite.Database, setUp: (sqlite: Sqlite.Database) => T): T {
  try {
    return setUp(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
