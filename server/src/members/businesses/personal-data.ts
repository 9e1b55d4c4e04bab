import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteBusiness } from './queries.ts';
import { readBusiness } from './read-business.ts';

/** What a member declares about their business. */
export function businessPart({ db }: { db: Database }): PersonalPart {
  return {
    async *files(memberId) {
      const business = await db.read((conn) => readBusiness(conn, memberId));
      if (business) yield jsonFile('business.json', business);
    },
    async erase(tx, memberId) {
      await deleteBusiness(tx, memberId);
    },
  };
}
