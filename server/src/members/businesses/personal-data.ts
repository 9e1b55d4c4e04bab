import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteBusiness } from './queries.ts';
import { readBusiness } from './read-business.ts';

/** What a member declares about their business. */
export function businessPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(personId) {
      const business = await db.read((conn) => readBusiness(conn, personId));
      if (business) yield jsonFile('business.json', business);
    },
    async erase(tx, personId) {
      await deleteBusiness(tx, personId);
    },
  };
}
