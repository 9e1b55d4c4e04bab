import { jsonFile, type PersonalPart } from '../platform/core/personal-part.ts';
import type { Database } from '../platform/db/database.ts';
import { choicesOf, deleteAllOf, subscriptionsOf } from './queries.ts';

/** A member's notification settings, and the browsers subscribed to their pushes. */
export function notificationsPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(memberId) {
      const { settings, browsers } = await db.read(async (conn) => ({
        settings: await choicesOf(conn, memberId),
        browsers: await subscriptionsOf(conn, { userId: memberId }),
      }));
      yield jsonFile('notifications.json', {
        settings,
        browsers: browsers.map(({ endpoint, createdAt }) => ({ endpoint, createdAt })),
      });
    },
    erase: (tx, memberId) => deleteAllOf(tx, memberId),
  };
}
