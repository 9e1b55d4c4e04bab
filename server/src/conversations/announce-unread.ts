import type { Publish } from '../core/publish.ts';
import type { Database } from '../db/database.ts';
import { countUnread } from './inbox-queries.ts';

export type AnnounceUnread = (personId: string) => Promise<void>;

/**
 * Makes the function that tells a person how many of their conversations are unread; call it after a commit that
 * changes the number. One count runs at a time for each person, and any number of changes meanwhile cause one more run:
 * so the last count told is the true one, and a burst of messages costs few counts.
 * @param publish to the sockets of this node only: between nodes, an older count could overtake a newer one
 */
export function createUnreadAnnouncer(db: Database, publish: Publish): AnnounceUnread {
  const running = new Map<string, { isStale: boolean }>();

  return async function announceUnread(personId) {
    const current = running.get(personId);
    if (current) {
      current.isStale = true;
      return;
    }
    const run = { isStale: true };
    running.set(personId, run);
    try {
      while (run.isStale) {
        run.isStale = false;
        const count = await db.read((conn) => countUnread(conn, personId));
        publish.toPerson(personId, 'unread', { count });
      }
    } finally {
      running.delete(personId);
    }
  };
}
