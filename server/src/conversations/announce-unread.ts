import { perProduct } from '../platform/core/ctx.ts';
import type { Publish } from '../platform/core/publish.ts';
import type { Database } from '../platform/db/database.ts';
import { countUnread } from './inbox-queries.ts';

type AnnounceUnread = (personId: string) => Promise<void>;

/**
 * Call it after a commit that changes the number. One count per member runs at a time, and changes during it
 * cause one more, so the last one sent is correct and a burst of messages needs few.
 * @param publish to this node's sockets only: between nodes, an older count could overtake a newer one
 */
function createUnreadAnnouncer(db: Database, publish: Publish): AnnounceUnread {
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

export const unreadOf = perProduct(({ db, log, hub, bus }) => {
  const countHere = createUnreadAnnouncer(db, hub.publish);
  const announceHere = async (personId: string) => {
    if (hub.isConnected(personId)) await countHere(personId);
  };
  bus.on<string>('unread', (personId) => {
    announceHere(personId).catch((error: unknown) => {
      log.error({ err: error, personId }, 'counting unread conversations failed');
    });
  });
  return {
    countHere,
    async announce(personId: string): Promise<void> {
      bus.send('unread', personId);
      await announceHere(personId);
    },
  };
});
