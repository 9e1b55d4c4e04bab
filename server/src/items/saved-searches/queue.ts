import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../platform/core/ctx.ts';
import { LOWEST_ID } from '../../platform/core/paging.ts';
import type { Tx } from '../../platform/db/database.ts';
import { createWorker } from '../../platform/jobs/worker.ts';
import { matchListing } from './match-listing.ts';
import { deleteJobs, insertJob, nextJobs } from './queries.ts';

const BATCH = 50;

/** Matches after the transaction, so that no request waits for it. Jobs are database rows until they are done. */
export function createQueue(ctx: Ctx) {
  const { db, log, settings } = ctx;

  /** Works through all jobs. A failed one stays for the next run. */
  async function work(isClosed: () => boolean): Promise<void> {
    let above = LOWEST_ID;
    for (;;) {
      const jobs = await db.read((conn) => nextJobs(conn, { above, limit: BATCH }));
      const last = jobs.at(-1);
      if (!last) return;
      above = last.id;
      for (const [listingId, ofListing] of Map.groupBy(jobs, (job) => job.listingId)) {
        if (isClosed()) return;
        const ids = ofListing.map(({ id }) => id);
        try {
          if (settings.isOn('savedSearches')) await matchListing(ctx, listingId, ids);
          else await db.transact((tx) => deleteJobs(tx, ids));
        } catch (error) {
          log.error({ err: error, listingId }, 'could not search for a listing; retrying on the next run');
        }
      }
    }
  }

  const { kick, close } = createWorker(work, log);

  async function add(tx: Tx, listingId: string): Promise<void> {
    if (!settings.isOn('savedSearches')) return;
    await insertJob(tx, { id: uuidv7(), listingId, createdAt: new Date() });
    tx.afterCommit(() => void kick());
  }

  return { add, kick, close };
}
