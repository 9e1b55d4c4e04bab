import { v7 as uuidv7 } from 'uuid';
import { type Ctx, perProduct } from '../../platform/core/ctx.ts';
import { LOWEST_ID } from '../../platform/core/paging.ts';
import type { Tx } from '../../platform/db/database.ts';
import { createWorker } from '../../platform/jobs/worker.ts';
import { notifySavers } from './notify-savers.ts';
import { deleteJob, findSaver, insertJob, nextJobs } from './queries.ts';

const BATCH = 50;

/** Works through all jobs. A failed one stays for the next run. */
async function work(ctx: Ctx, isClosed: () => boolean): Promise<void> {
  const { db, log } = ctx;
  let above = LOWEST_ID;
  for (;;) {
    const jobs = await db.read(async (conn) => nextJobs(conn, above, BATCH));
    for (const { id, listingId } of jobs) {
      above = id;
      try {
        await notifySavers(ctx, listingId, isClosed);
        if (isClosed()) return;
        await db.transact(async (tx) => deleteJob(tx, id));
      } catch (error) {
        log.error({ err: error, listingId }, 'could not notify of a saved item; retrying on the next run');
      }
    }
    if (jobs.length < BATCH) return;
  }
}

/** Notifies after the transaction of the change, which a thousand savers do not slow down. */
export const savedQueueOf = perProduct((ctx) => {
  const { kick, close } = createWorker((isClosed) => work(ctx, isClosed), ctx.log);
  return {
    kick,
    close,
    async add(tx: Tx, listingId: string): Promise<void> {
      if ((await findSaver(tx, listingId)).length === 0) return;
      await insertJob(tx, { id: uuidv7(), listingId });
      tx.afterCommit(() => void kick());
    },
  };
});
