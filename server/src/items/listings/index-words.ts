import type { Database } from '../../platform/db/database.ts';
import { foldedColumns } from './folded-columns.ts';
import { findWithoutWords, storeWords } from './queries.ts';

const ROWS_AT_ONCE = 100;

/** Indexes the words of listings that were stored by versions without the index. */
export async function indexWords(db: Database): Promise<void> {
  for (;;) {
    const rows = await db.read((conn) => findWithoutWords(conn, ROWS_AT_ONCE));
    if (rows.length === 0) return;
    await db.transact(async (tx) => {
      for (const { id, ...texts } of rows) await storeWords(tx, id, foldedColumns(texts));
    });
  }
}
