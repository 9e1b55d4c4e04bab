import { jsonFile, type PersonalPart } from '../core/personal-part.ts';
import { deleteReportsOf, findReportsOf, photosOf } from './queries.ts';
import type { Reporting } from './resolve-report.ts';

/** The reports of somebody. Reports about them are erased as well: there is nobody left to judge. */
export const reportsPart = ({
  db,
  discardPhotos,
}: Pick<Reporting, 'db' | 'discardPhotos'>): PersonalPart => ({
  async *files(personId) {
    yield jsonFile('reports.json', await db.read((conn) => findReportsOf(conn, personId)));
  },
  async erase(tx, personId) {
    const deleted = await deleteReportsOf(tx, personId);
    tx.afterCommit(() => discardPhotos(photosOf(deleted)));
  },
});
