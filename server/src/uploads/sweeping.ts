import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import type { MediaStore } from './media-store.ts';
import { sweepTemporary, sweepUnused } from './sweep.ts';
import { sweepOrphans } from './sweep-orphans.ts';

const HOUR = 3_600_000;
/** Going through all files of a store takes long, and in some it costs. */
const HOURS_BETWEEN_ORPHANS = 24;

interface SweepingParts {
  db: Database;
  store: MediaStore;
  log: Logger;
  /** Folders of files that are being written. */
  temporary: string[];
}

/** Clears away every hour what uploads have left behind, and an hour after the start and then daily what no row names. */
export function startSweeping({ db, store, log, temporary }: SweepingParts) {
  const stop = new AbortController();
  let hours = 0;

  async function sweep(): Promise<void> {
    try {
      for (const folder of temporary) await sweepTemporary(folder);
      const count = await sweepUnused(db, store);
      if (count > 0) log.info({ count }, 'unused uploads removed');
      if (hours % HOURS_BETWEEN_ORPHANS === 1) {
        const orphans = await sweepOrphans({ db, store }, new Date(), stop.signal);
        if (orphans > 0) log.info({ count: orphans }, 'files without a picture removed');
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
