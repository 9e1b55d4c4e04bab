import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ctx } from '../../platform/core/ctx.ts';
import { LOWEST_ID } from '../../platform/core/paging.ts';
import type { Tx } from '../../platform/db/database.ts';
import { createWorker } from '../../platform/jobs/worker.ts';
import { deleteJobs, insertJob, nextJobs } from './queries.ts';
import type { ItemJobKind } from './tables.ts';

const BATCH = 50;

/** What a queue does with an item, as it is now. A kill, or another node, may cause it to be repeated. */
type Handle = (ctx: Ctx, itemId: string, isClosed: () => boolean) => Promise<void>;

/** Works after the transaction of a change, so that no request waits for it. Jobs are database rows until they are done. */
export function createItemQueue(ctx: Ctx, kind: ItemJobKind, handle: Handle) {
  const { db, log } = ctx;

  /** Works through all jobs. A failed one stays for the next run. */
  async function work(isClosed: () => boolean): Promise<void> {
    for (let above = LOWEST_ID; ; ) {
      const jobs = await db.read((conn) => nextJobs(conn, { kind, above, limit: BATCH }));
      const last = jobs.at(-1);
      if (!last) return;
      above = last.id;
      for (const [itemId, ofItem] of Map.groupBy(jobs, (job) => job.itemId)) {
        const ids = ofItem.map(({ id }) => id);
        // Reads of SQLite resolve in the same turn of the event loop: without this one, requests would wait for all items.
        await nextTurn();
        try {
          await handle(ctx, itemId, isClosed);
          if (isClosed()) return;
          await db.transact(async (tx) => deleteJobs(tx, ids));
        } catch (error) {
          log.error(
            { err: error, itemId, kind },
            'could not process a changed item; retrying on the next run',
          );
        }
      }
    }
  }

  const { kick, close } = createWorker(work, log);
  return {
    kick,
    close,
    async add(tx: Tx, itemId: string): Promise<void> {
      await insertJob(tx, kind, itemId);
      tx.afterCommit(() => void kick());
    },
  };
}
