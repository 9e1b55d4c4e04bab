import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Makes every session too old for changes without a new proof. */
export function ageProofs(dataDir: string): void {
  const db = new Sqlite(join(dataDir, 'selvedge.db'));
  db.prepare('update auth_sessions set proven_at = proven_at - 400000').run();
  db.close();
}
