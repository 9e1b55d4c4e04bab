import { presentMember } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { inPages, type Place, TOP } from '../../platform/core/paging.ts';
import { jsonListFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import { endProposedOf } from './end-proposed.ts';
import { madeBelow } from './queries.ts';

const PAGE = 100;

async function* dealsOf({ db }: Ctx, memberId: string) {
  const read = (from: Place, limit: number) =>
    db.read(async (conn) => madeBelow(conn, memberId, { ...from, limit }));
  const pages = inPages(TOP, PAGE, read, ({ deal }) => ({ at: deal.madeAt ?? deal.proposedAt, id: deal.id }));
  for await (const rows of pages) {
    yield rows.map(({ deal: { id, title, soldAt, madeAt, buyerId }, buyer, seller }) => ({
      ...{ id, title, soldAt, madeAt, isBuyer: buyerId === memberId },
      other: presentMember(buyerId === memberId ? seller : buyer),
    }));
  }
}

/** A member's deals. Deleting the account ends those that are only proposed; the others stay, for the other member. */
export function dealsPart(ctx: Ctx): PersonalPart {
  return {
    async *files(memberId) {
      yield jsonListFile('deals.json', dealsOf(ctx, memberId));
    },
    erase: (tx, memberId) => endProposedOf(ctx, tx, memberId),
  };
}
