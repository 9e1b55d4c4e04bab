import { perProduct } from '../platform/core/ctx.ts';
import type { Publish } from '../platform/core/publish.ts';
import type { Database } from '../platform/db/database.ts';
import { countUnread } from './inbox-queries.ts';

type AnnounceUnread = (memberId: string) => Promise<void>;

/**
 * Call it after a commit that changes the number. One count per member runs at a time, and changes during it
 * cause one more, so the last one sent is correct and a burst of messages needs few.
 * @param publish to this node's sockets only: between nodes, an older count could overtake a newer one
 */
function createUnreadAnnouncer(db: Database, publish: Publish): AnnounceUnread {
  const running = new Map<string, { isStale: boolean }>();

  return async function announceUnread(memberId) {
    const current = running.get(memberId);
    if (current) {
      current.isStale = true;
      return;
    }
    const run = { isStale: true };
    running.set(memberId, run);
    try {
      while (run.isStale) {
        run.isStale = false;
        const count = await db.read((conn) => countUnread(conn, memberId));
        publish.toMember(memberId, 'unread', { count });
      }
    } finally {
      running.delete(memberId);
    }
  };
}

export const unreadOf = perProduct(({ db, log, hub, bus }) => {
  const countHere = createUnreadAnnouncer(db, hub.publish);
  const announceHere = async (memberId: string) => {
    if (hub.isConnected(memberId)) await countHere(memberId);
  };
  bus.on<string>('unread', (memberId) => {
    announceHere(memberId).catch((error: unknown) => {
      log.error({ err: error, memberId }, 'counting unread conversations failed');
    });
  });
  return {
    countHere,
    async announce(memberId: string): Promise<void> {
      bus.send('unread', memberId);
      await announceHere(memberId);
    },
  };
});
