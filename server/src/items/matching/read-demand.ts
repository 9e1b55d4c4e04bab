import type { Demand } from '@selvedge/shared/items/matches';
import {
  bandsOf,
  foldListingTerms,
  foldWantedTerms,
  isMatch,
  type ListingTerms,
} from '@selvedge/shared/items/matching';
import { COUNT_MAX } from '@selvedge/shared/platform/limits';
import { fromCents } from '@selvedge/shared/platform/money';
import { hiddenMembers } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { TOP } from '../../platform/core/paging.ts';
import { filterInSlices } from './filter-in-slices.ts';
import { wantedOfBrand } from './queries.ts';

/** How many of a brand's newest WTBs are read while a seller types. */
const READ_MAX = 2 * COUNT_MAX;

/**
 * How many members want what a seller is about to list, judging by what is typed so far, and how their
 * budgets are distributed. Each member counts once, with their largest budget; the seller does not count.
 */
export async function readDemand(
  ctx: Ctx,
  viewerId: string,
  listing: Omit<ListingTerms, 'priceCents'>,
): Promise<Demand> {
  const folded = foldListingTerms({ ...listing, priceCents: null });
  const wanted = await ctx.db.read(async (conn) => {
    const rows = await wantedOfBrand(conn, {
      brandKey: folded.brandKey,
      besides: viewerId,
      minPriceCents: 0,
      below: TOP.id,
      limit: READ_MAX,
    });
    const hidden = new Set((await hiddenMembers(conn, { id: viewerId })).map(({ id }) => id));
    return rows.filter(({ buyerId }) => !hidden.has(buyerId));
  });
  const matching = await filterInSlices(wanted, (terms) => isMatch(foldWantedTerms(terms), folded));
  const budgets = new Map<string, number>();
  for (const { buyerId, maxPriceCents } of matching) {
    budgets.set(buyerId, Math.max(maxPriceCents, budgets.get(buyerId) ?? 0));
  }
  const counted = [...budgets.values()].slice(0, COUNT_MAX + 1);
  return {
    people: counted.length,
    bands: bandsOf(counted).map(({ from, to, people }) => ({
      from: fromCents(from),
      to: to === null ? null : fromCents(to),
      people,
    })),
  };
}
