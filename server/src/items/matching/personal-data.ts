import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { allOfOwner, deleteAllOfOwner } from './queries.ts';

/** The matches of a member's WTBs. */
export function matchingPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(memberId) {
      const matches = await db.read(async (conn) => allOfOwner(conn, memberId));
      yield jsonFile('matches.json', { matches });
    },
    async erase(tx, memberId) {
      await deleteAllOfOwner(tx, memberId);
    },
  };
}
