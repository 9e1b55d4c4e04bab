import { COUNT_MAX } from '@selvedge/shared/limits';
import type { Demand } from '@selvedge/shared/matches';
import { bandsOf, foldOffer, foldWantedTerms, isMatch, type Offer } from '@selvedge/shared/matching';
import { fromCents } from '@selvedge/shared/money';
import { TOP } from '../core/paging.ts';
import { hiddenPeople } from '../members/block-queries.ts';
import type { Matching } from './context.ts';
import { filterInSlices } from './filter-in-slices.ts';
import { wantedOfBrand } from './queries.ts';

/** How many requests are read while somebody types: the newest of the brand. */
const LOOKED_AT = 2 * COUNT_MAX;

/**
 * How many people look for what somebody is about to sell, as far as it is typed, and how their budgets are
 * distributed. Each person counts once, with their largest budget; the person who asks does not count.
 */
export async function readDemand(
  ctx: Matching,
  askerId: string,
  offer: Omit<Offer, 'priceCents'>,
): Promise<Demand> {
  const folded = foldOffer({ ...offer, priceCents: null });
  const wanted = await ctx.db.read(async (conn) => {
    const rows = await wantedOfBrand(conn, {
      brandKey: folded.brandKey,
      besides: askerId,
      minPriceCents: 0,
      below: TOP.id,
      limit: LOOKED_AT,
    });
    const hidden = new Set((await hiddenPeople(conn, { id: askerId })).map(({ id }) => id));
    return rows.filter(({ buyerId }) => !hidden.has(buyerId));
  });
  const wishes = await filterInSlices(wanted, (wish) => isMatch(foldWantedTerms(wish), folded));
  const budgets = new Map<string, number>();
  for (const { buyerId, maxPriceCents } of wishes) {
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
