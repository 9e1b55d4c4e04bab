import type { Database } from '../db/database.ts';
import { jsonFile, type PersonalPart } from '../personal-data/part.ts';
import { deleteReportsOf, findReportsOf } from './queries.ts';

/** What somebody reported. With them goes also what was reported of them: there is nobody left to judge. */
export const reportsPart = ({ db }: { db: Database }): PersonalPart => ({
  async *files(personId) {
    yield jsonFile('reports.json', await db.read((conn) => findReportsOf(conn, personId)));
  },
  async erase(tx, personId) {
    await deleteReportsOf(tx, personId);
  },
});
