import type Sqlite from 'better-sqlite3';

/** Until it is garbage-collected, an open connection occupies the disk space of deleted files. */
export function closeOnFailure<T>(sqlite: Sqlite.Database, setUp: (sqlite: Sqlite.Database) => T): T {
  try {
    return setUp(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
