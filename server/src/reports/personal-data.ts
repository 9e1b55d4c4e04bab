import { jsonFile, type PersonalPart } from '../core/personal-part.ts';
import { deleteReportsOf, findReportsOf, photosOf } from './queries.ts';
import type { ReportParts } from './resolve-report.ts';

/** The reports by a member. Reports about them are erased as well: there is no longer a member to act on. */
export const reportsPart = ({
  db,
  discardPhotos,
}: Pick<ReportParts, 'db' | 'discardPhotos'>): PersonalPart => ({
  async *files(personId) {
    yield jsonFile('reports.json', await db.read((conn) => findReportsOf(conn, personId)));
  },
  async erase(tx, personId) {
    const deleted = await deleteReportsOf(tx, personId);
    tx.afterCommit(() => discardPhotos(photosOf(deleted)));
  },
});
