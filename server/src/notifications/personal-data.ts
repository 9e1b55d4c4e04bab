import { jsonFile, type PersonalPart } from '../platform/core/personal-part.ts';
import type { Database } from '../platform/db/database.ts';
import { choicesOf, deleteAllOf, subscriptionsOf } from './queries.ts';

/** A member's notification settings, and the browsers subscribed to their pushes. */
export function notificationsPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(personId) {
      const { settings, browsers } = await db.read(async (conn) => ({
        settings: await choicesOf(conn, personId),
        browsers: await subscriptionsOf(conn, { userId: personId }),
      }));
      yield jsonFile('notifications.json', {
        settings,
        browsers: browsers.map(({ endpoint, createdAt }) => ({ endpoint, createdAt })),
      });
    },
    erase: (tx, personId) => deleteAllOf(tx, personId),
  };
}
