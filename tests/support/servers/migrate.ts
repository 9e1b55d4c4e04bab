// A separate program, so that it can be killed: applies a folder's migrations to a database, and reports its
// start and end.
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { migratePostgres } from '../../../server/src/platform/db/migrate-postgres.ts';
import { migrateSqlite } from '../../../server/src/platform/db/migrate-sqlite.ts';
import { readMigrations } from '../../../server/src/platform/db/migrations.ts';

const [, , url = '', folder = ''] = process.argv;
const migrations = readMigrations(folder);
process.send?.('begins');
if (url.startsWith('file:')) {
  const file = url.slice('file:'.length);
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  migrateSqlite(sqlite, file, migrations);
  sqlite.close();
} else {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await migratePostgres(client, migrations);
  await client.end();
}
process.disconnect?.();
