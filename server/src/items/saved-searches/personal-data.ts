import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { allAlertsOf, deleteAllAlertsOf, findMailsOff } from './alerts/queries.ts';
import { deleteDismissalsOf, dismissalsOf } from './dismissals/queries.ts';
import { allSearchesOf, deleteAllSearchesOf } from './queries.ts';

/** A member's saved searches, what they were told of, and what they are not interested in. */
export function savedSearchPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(personId) {
      const searches = await db.read(async (conn) => ({
        searches: await allSearchesOf(conn, personId),
        alerts: await allAlertsOf(conn, personId),
        notInterested: await dismissalsOf(conn, personId),
        dailyMails: { isOff: (await findMailsOff(conn, personId))[0]?.isOff ?? false },
      }));
      yield jsonFile('saved-searches.json', searches);
    },
    async erase(tx, personId) {
      await deleteAllSearchesOf(tx, personId);
      await deleteAllAlertsOf(tx, personId);
      await deleteDismissalsOf(tx, personId);
    },
  };
}
