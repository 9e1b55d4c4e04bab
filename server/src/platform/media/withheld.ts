import type { Database } from '../db/database.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Logger } from '../observability/log.ts';
import { widestKey } from './media-key.ts';
import { findRemoved } from './queries.ts';

/** How soon a decision by another node applies. */
const POLL_MS = 2_000;

/** Photos of removed listings: stored while an appeal can bring them back, served to admins by signed URL. */
export interface Withheld {
  has(fileKey: string): Promise<boolean>;
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export function followWithheld(db: Database, log: Logger): Withheld {
  let keys: Set<string> | undefined;
  const read = async () => {
    const rows = await db.read(async (conn) => [
      ...(await findRemoved(conn, 'open')),
      ...(await findRemoved(conn, 'closed')),
    ]);
    keys = new Set(rows.flatMap(({ removed }) => removed?.withheld ?? []));
  };
  let latest = Promise.resolve();
  const refresh = () => {
    // One after the other: a read that began before a decision must not end after the one that it caused.
    latest = latest.then(read, read);
    return latest;
  };
  const close = repeat(POLL_MS, refresh, log);
  return {
    async has(fileKey) {
      if (!keys) await refresh();
      return keys?.size ? keys.has(widestKey(fileKey)) : false;
    },
    refresh,
    close,
  };
}
