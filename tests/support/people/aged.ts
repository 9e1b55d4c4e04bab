import type { Database } from '../../../server/src/platform/db/database.ts';
import { updateRows } from '../data/rows.ts';

const DAY = 24 * 3_600_000;

/** Makes all accounts and items as old as they must be for deals to count. */
export async function ageForTrust(db: Database, days = 1): Promise<void> {
  const createdAt = new Date(Date.now() - days * DAY);
  for (const table of ['users', 'listings', 'wanted'] as const) await updateRows(db, table, { createdAt });
}
