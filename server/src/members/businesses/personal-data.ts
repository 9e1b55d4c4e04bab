import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { deleteBusiness } from './queries.ts';
import { readBusiness } from './read-business.ts';

/** What a member declares about their business. */
export const businessPart = ({ db }: { db: Database }): PersonalPart => ({
  async *files(personId) {
    const business = await db.read((conn) => readBusiness(conn, personId));
    if (business) yield jsonFile('business.json', business);
  },
  async erase(tx, personId) {
    await deleteBusiness(tx, personId);
  },
});
