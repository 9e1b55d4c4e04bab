import { v7 as uuidv7 } from 'uuid';
import { LOWEST_ID } from '../core/paging.ts';
import type { OnChange } from '../db/database.ts';
import { repeat } from '../jobs/repeat.ts';
import { createWorker } from '../jobs/worker.ts';
import type { Matching } from './context.ts';
import { matchListing, matchWanted } from './match-item.ts';
import { deleteJobs, insertJob, nextJobs } from './queries.ts';

const AT_ONCE = 50;
/** How often jobs that another process left undone are looked for, in milliseconds. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Matches items after the transaction that changed them, so that nobody waits for the matching. Of a listing and a
 * request that are stored at the same moment, the later job sees both. Jobs are rows of the database until they are
 * done.
 */
export function createQueue(ctx: Matching) {
  const { db, log } = ctx;

  /** Works off all jobs. One that fails stays for the next round. */
  async function work(isClosed: () => boolean): Promise<void> {
    let above = LOWEST_ID;
    for (;;) {
      const jobs = await db.read(async (conn) => nextJobs(conn, { above, limit: AT_ONCE }));
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
          log.error({ err: error, itemId }, 'an item was not matched yet');
        }
      }
    }
  }

  const { kick, close } = createWorker(work, log);

  const add =
    (kind: 'listing' | 'wanted'): OnChange =>
    async (tx, itemId) => {
      await insertJob(tx, { id: uuidv7(), kind, itemId, createdAt: new Date() });
      tx.afterCommit(() => void kick());
    };

  const stop = repeat(LOOK_AGAIN_MS, kick, log);
  // Jobs may be left from before the last restart.
  void kick();
  return {
    listingChanged: add('listing'),
    wantedChanged: add('wanted'),
    kick,
    async close(): Promise<void> {
      await close();
      await stop();
    },
  };
}
