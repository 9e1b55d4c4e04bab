import type { Database } from '../db/database.ts';
import { takeLease } from '../jobs/lease.ts';
import type { Logger } from '../observability/log.ts';
import type { MediaStore } from './media-store.ts';
import { sweepTemporary, sweepUnused } from './sweep.ts';
import { sweepOrphans } from './sweep-orphans.ts';

const HOUR = 3_600_000;
/** Only daily: listing all files of a store takes long, and some stores charge for it. */
const ORPHANS_EVERY_MS = 23.5 * HOUR;

interface SweepingParts {
  db: Database;
  store: MediaStore;
  log: Logger;
  temporary: string[];
}

/** Hourly, and orphaned files daily, though not in the first hour and in only one process. */
export function startSweeping({ db, store, log, temporary }: SweepingParts) {
  const stop = new AbortController();
  let hours = 0;

  async function sweep(): Promise<void> {
    try {
      for (const folder of temporary) await sweepTemporary(folder);
      const count = await sweepUnused(db, store);
      if (count > 0) log.info({ count }, 'unused uploads removed');
      if (hours > 0 && (await takeLease(db, 'orphaned files', ORPHANS_EVERY_MS))) {
        const orphans = await sweepOrphans({ db, store }, new Date(), stop.signal);
        if (orphans > 0) log.info({ count: orphans }, 'orphaned files removed');
      }
    } catch (error) {
      log.error({ err: error }, 'the sweep of unused uploads failed');
    }
  }

  let sweeping = sweep();
  const timer = setInterval(() => {
    hours += 1;
    sweeping = sweep();
  }, HOUR).unref();
  return {
    async close(): Promise<void> {
      clearInterval(timer);
      stop.abort();
      await sweeping;
    },
  };
}
