import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open.ts';
import { requireDatabase } from '../platform/db/require-database.ts';
import { storeEvents } from '../platform/jobs/pending-events.ts';
import type { OperatorContext } from './command.ts';

/**
 * Runs `work` on the configured database, even while a server uses it, whose features follow the events of `work`.
 * @throws not_found when the database does not exist yet: a mistyped folder must not become a new instance.
 */
export async function onDatabase<T>(
  { config, log }: OperatorContext,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = config;
  requireDatabase(databaseUrl);
  const db = await openDatabase(databaseUrl, log);
  storeEvents(db);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
