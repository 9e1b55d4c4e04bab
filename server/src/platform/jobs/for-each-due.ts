import type { Conn, Database, Tx } from '../db/database.ts';

const BATCH = 100;

/**
 * Ends everything that is due, each in its own transaction, so that other writers can run in between.
 * @param find the first `limit` that are due. One that has been ended must no longer be due
 */
export async function forEachDue<D>(
  db: Database,
  find: (conn: Conn, limit: number) => PromiseLike<D[]>,
  end: (tx: Tx, due: D) => Promise<void>,
): Promise<void> {
  for (;;) {
    const all = await db.read(async (conn) => find(conn, BATCH));
    for (const due of all) await db.transact((tx) => end(tx, due));
    if (all.length < BATCH) return;
  }
}
