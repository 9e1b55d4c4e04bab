import type { Ctx } from '../../platform/core/ctx.ts';
import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import { discardImportsWithin } from './in/discard-imports.ts';
import { presentImport, presentRows } from './present.ts';
import { allRowsOf, importsOf } from './queries.ts';

/** A member's imports with the result of each row. */
export function closetPart(ctx: Ctx): PersonalPart {
  return {
    async *files(memberId) {
      const { imports, rows } = await ctx.db.read(async (conn) => {
        const imports = await importsOf(conn, memberId);
        const ids = imports.map(({ found }) => found.id);
        return { imports, rows: ids.length > 0 ? await allRowsOf(conn, ids) : [] };
      });
      const byImport = Map.groupBy(rows, ({ importId }) => importId);
      yield jsonFile(
        'imports.json',
        imports.map((one) => ({
          ...presentImport(one),
          rows: presentRows(byImport.get(one.found.id) ?? []),
        })),
      );
    },
    async erase(tx, memberId) {
      await discardImportsWithin(ctx, tx, memberId);
    },
  };
}
