import type { Ctx } from '../../platform/core/ctx.ts';
import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import { deleteAppealsBy, findAppealsOf } from './appeals/queries.ts';
import {
  anonymize,
  deleteReportsOf,
  findDecisionsOn,
  findReportsOf,
  reportsWithout,
} from './own-data-queries.ts';
import { photosOf } from './queries.ts';
import { numberOf } from './report-number.ts';
import { deleteWarningsOf, findWarningsOf } from './warnings/queries.ts';

const numbered = <R extends { id: string; number: string | null }>(rows: R[]) =>
  rows.map(({ id, ...row }) => ({ ...row, number: numberOf({ id, number: row.number }) }));

/**
 * The reports by a member, the decisions against them, their warnings and appeals. Reports about them are erased as well:
 * there is no longer a member to act on. Those by them that are open, and those that were decided against someone else,
 * who may appeal, stay without their reporter, and without the member whose photos were copied.
 */
export function reportsPart({ db }: Pick<Ctx, 'db'>): PersonalPart {
  return {
    async *files(memberId) {
      const data = await db.read(async (conn) => ({
        reports: numbered(await findReportsOf(conn, memberId)),
        decisions: numbered(await findDecisionsOn(conn, memberId)),
        warnings: await findWarningsOf(conn, memberId),
        appeals: await findAppealsOf(conn, memberId),
      }));
      for (const [name, rows] of Object.entries(data)) yield jsonFile(`${name}.json`, rows);
    },
    async erase(tx, memberId) {
      const staying = await reportsWithout(tx, memberId);
      if (staying.length > 0) {
        await deleteAppealsBy(
          tx,
          staying.map(({ id }) => id),
        );
      }
      for (const report of staying) await anonymize(tx, report);
      const deleted = await deleteReportsOf(tx, memberId);
      await deleteWarningsOf(tx, memberId);
      await tx.emit('photos released', { keys: photosOf(deleted) });
    },
  };
}
