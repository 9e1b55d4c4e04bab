import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { allAlertsOf, deleteAllAlertsOf, findMailsOff } from './alerts/queries.ts';
import { deleteDismissalsOf, dismissalsOf } from './dismissals/queries.ts';
import { allSearchesOf, deleteAllSearchesOf } from './queries.ts';

/** A member's saved searches, what they were told of, and what they are not interested in. */
export function savedSearchPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(memberId) {
      const searches = await db.read(async (conn) => ({
        searches: await allSearchesOf(conn, memberId),
        alerts: await allAlertsOf(conn, memberId),
        notInterested: await dismissalsOf(conn, memberId),
        dailyMails: { isOff: (await findMailsOff(conn, memberId))[0]?.isOff ?? false },
      }));
      yield jsonFile('saved-searches.json', searches);
    },
    async erase(tx, memberId) {
      await deleteAllSearchesOf(tx, memberId);
      await deleteAllAlertsOf(tx, memberId);
      await deleteDismissalsOf(tx, memberId);
    },
  };
}
