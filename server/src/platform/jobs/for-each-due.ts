import type { Conn, Database, Tx } from '../db/database.ts';

const BATCH = 100;

/** Each in its own transaction: other writers run in between. `find` must not return what has ended. */
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
