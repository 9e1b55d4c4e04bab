import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../platform/core/ctx.ts';
import { LOWEST_ID } from '../../platform/core/paging.ts';
import type { Tx } from '../../platform/db/database.ts';
import { createWorker } from '../../platform/jobs/worker.ts';
import { matchListing, matchWanted } from './match-item.ts';
import { deleteJobs, insertJob, nextJobs } from './queries.ts';

const BATCH = 50;

/**
 * Matches after the transaction, so that no request waits for it. When a listing and a WTB are stored at the
 * same moment, the later job sees both. Jobs are database rows until they are done.
 */
export function createQueue(ctx: Ctx) {
  const { db, log } = ctx;

  /** Works through all jobs. A failed one stays for the next run. */
  async function work(isClosed: () => boolean): Promise<void> {
    let above = LOWEST_ID;
    for (;;) {
      const jobs = await db.read(async (conn) => nextJobs(conn, { above, limit: BATCH }));
      const last = jobs.at(-1);
      if (!last) return;
      above = last.id;
      for (const [itemId, ofItem] of Map.groupBy(jobs, (job) => job.itemId)) {
        if (isClosed()) return;
        try {
          await (ofItem[0]?.kind === 'listing' ? matchListing : matchWanted)(ctx, itemId);
          await db.transact(async (tx) =>
            deleteJobs(
              tx,
              ofItem.map(({ id }) => id),
            ),
          );
        } catch (error) {
          log.error({ err: error, itemId }, 'could not match an item; retrying on the next run');
        }
      }
    }
  }

  const { kick, close } = createWorker(work, log);

  async function add(tx: Tx, kind: 'listing' | 'wanted', itemId: string): Promise<void> {
    await insertJob(tx, { id: uuidv7(), kind, itemId, createdAt: new Date() });
    tx.afterCommit(() => void kick());
  }

  return {
    add,
    kick,
    close,
  };
}
