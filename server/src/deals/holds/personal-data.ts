import type { Ctx } from '../../platform/core/ctx.ts';
import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import { endHoldsOf } from './follow-changes.ts';
import { holdsFor, placesOf } from './queries.ts';

/** What is on hold for a member, and the lines that they are in. Deleting the account ends both. */
export function holdsPart(ctx: Ctx): PersonalPart {
  return {
    async *files(memberId) {
      const { holds, places } = await ctx.db.read(async (conn) => ({
        holds: await holdsFor(conn, memberId),
        places: await placesOf(conn, memberId),
      }));
      yield jsonFile('holds.json', holds);
      yield jsonFile('lines.json', places);
    },
    erase: (tx, memberId) => endHoldsOf(ctx, tx, memberId),
  };
}
