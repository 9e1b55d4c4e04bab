import { fromCents } from '@selvedge/shared/platform/money';
import type { Ctx } from '../../platform/core/ctx.ts';
import { inPages, LOWEST_ID } from '../../platform/core/paging.ts';
import { jsonListFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import type { Database } from '../../platform/db/database.ts';
import { endOffersOf } from './follow-changes.ts';
import { type OfferRow, offersAbove } from './queries.ts';

const PAGE = 500;

const plain = ({ amountCents, listingPriceCents, byId: _, ...rest }: OfferRow) => ({
  ...rest,
  amount: fromCents(amountCents),
  listingPrice: listingPriceCents === null ? null : fromCents(listingPriceCents),
});

async function* offersOf(db: Database, byId: string) {
  const read = (above: string, limit: number) =>
    db.read(async (conn) => offersAbove(conn, { byId, above, limit }));
  for await (const rows of inPages(LOWEST_ID, PAGE, read, ({ id }) => id)) yield rows.map(plain);
}

/**
 * The offers that a member has made; those that they received are with the messages that made them. Deleting the account
 * ends the open ones.
 */
export function offersPart(ctx: Ctx): PersonalPart {
  return {
    async *files(memberId) {
      yield jsonListFile('offers.json', offersOf(ctx.db, memberId));
    },
    erase: (tx, memberId) => endOffersOf(ctx, tx, memberId),
  };
}
