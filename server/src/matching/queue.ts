import { v7 as uuidv7 } from 'uuid';
import type { OnChange } from '../db/database.ts';
import { LOWEST_ID } from '../paging.ts';
import { repeat } from '../repeat.ts';
import { createWorker } from '../worker.ts';
import type { Matching } from './context.ts';
import { matchListing, matchWanted } from './match-item.ts';
import { deleteJobs, insertJob, nextJobs } from './queries.ts';

const AT_ONCE = 50;
/** How soon what another process left undone is taken up, in milliseconds. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Matches what was changed, after the change: nobody who sells or asks waits for it, and both of a listing and a request
 * that are stored at the same moment are seen by the later of the two. What is still to be done stands in the database.
 */
export function createQueue(ctx: Matching) {
  const { db, log } = ctx;

  /** Does all that is there. What fails stays for the next time. */
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
  // What the process before this one has left.
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
export type Queue = ReturnType<typeof createQueue>;
