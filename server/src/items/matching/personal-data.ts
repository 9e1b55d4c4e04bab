import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteMails, findMails } from './mails/queries.ts';
import { allOfOwner, deleteAllOfOwner } from './queries.ts';

/** The matches of a member's WTBs, and whether they want mails about them. */
export function matchingPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(personId) {
      const { matches, mails } = await db.read(async (conn) => ({
        matches: await allOfOwner(conn, personId),
        mails: (await findMails(conn, personId))[0],
      }));
      yield jsonFile('matches.json', {
        matches,
        mails: { isOff: mails?.isOff ?? false, lastAt: mails?.lastAt ?? null },
      });
    },
    async erase(tx, personId) {
      await deleteAllOfOwner(tx, personId);
      await deleteMails(tx, personId);
    },
  };
}
