import { fromCents } from '@selvedge/shared/platform/money';
import type { Ctx } from '../../platform/core/ctx.ts';
import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import { allSavedOf, deleteAllSavedOf, deleteSettings, findSettings } from './queries.ts';

/** The listings that a member has saved, and which price drops they chose to be notified of. */
export function savedPart({ db }: Ctx): PersonalPart {
  return {
    async *files(memberId) {
      const { rows, settings } = await db.read(async (conn) => ({
        rows: await allSavedOf(conn, memberId),
        settings: (await findSettings(conn, memberId))[0],
      }));
      yield jsonFile('saved.json', {
        items: rows.map(({ savedPriceCents, targetPriceCents, ...row }) => ({
          ...row,
          savedPrice: fromCents(savedPriceCents),
          targetPrice: targetPriceCents === null ? null : fromCents(targetPriceCents),
        })),
        isAnyDrop: settings?.isAnyDrop ?? false,
      });
    },
    async erase(tx, memberId) {
      await deleteAllSavedOf(tx, memberId);
      await deleteSettings(tx, memberId);
    },
  };
}
