import { foldOffer, foldWantedTerms, isMatch } from '@selvedge/shared/matching';
import { TOP } from '../core/paging.ts';
import type { Matching } from './context.ts';
import { filterInSlices } from './filter-in-slices.ts';
import {
  findMatchable,
  findOffer,
  type OfferRow,
  offersOfBrand,
  type WantedRow,
  wantedOfBrand,
} from './queries.ts';
import { type Pair, storePairs } from './store-pairs.ts';

/** How many candidates are read at a time; between reads other work gets a turn. */
const PAGE = 500;
/** A request is matched with at most so many listings that are on sale already, the newest. */
const OFFERS_MAX = 500;

/** Pages through the candidates of a brand and keeps those that fit, until there are `max`. May return a few more. */
async function gather<R extends { id: string }>(
  read: (below: string) => Promise<R[]>,
  fits: (row: R) => boolean,
  max: number,
): Promise<R[]> {
  const found: R[] = [];
  for (let below: string | undefined = TOP.id; below !== undefined && found.length < max; ) {
    const page = await read(below);
    found.push(...(await filterInSlices(page, fits)));
    below = page.length < PAGE ? undefined : page.at(-1)?.id;
  }
  return found;
}

/** The open requests that a listing matches. */
async function wishesFor(ctx: Matching, offer: OfferRow & { brandKey: string }): Promise<Pair[]> {
  const read = (below: string) =>
    ctx.db.read(async (conn) =>
      wantedOfBrand(conn, {
        brandKey: offer.brandKey,
        besides: offer.sellerId,
        minPriceCents: offer.priceCents,
        below,
        limit: PAGE,
      }),
    );
  const folded = foldOffer(offer);
  const wishes = await gather(
    read,
    (wish) => isMatch(foldWantedTerms(wish), folded),
    Number.POSITIVE_INFINITY,
  );
  return wishes.map(({ id, buyerId }) => ({ listingId: offer.id, wantedId: id, ownerId: buyerId }));
}

/** The listings on sale that match a request. */
async function offersFor(ctx: Matching, wish: WantedRow & { brandKey: string }): Promise<Pair[]> {
  const read = (below: string) =>
    ctx.db.read(async (conn) =>
      offersOfBrand(conn, {
        brandKey: wish.brandKey,
        besides: wish.buyerId,
        maxPriceCents: wish.maxPriceCents,
        below,
        limit: PAGE,
      }),
    );
  const folded = foldWantedTerms(wish);
  const offers = await gather(read, (offer) => isMatch(folded, foldOffer(offer)), OFFERS_MAX);
  return offers
    .slice(0, OFFERS_MAX)
    .map(({ id }) => ({ listingId: id, wantedId: wish.id, ownerId: wish.buyerId }));
}

/** Matches a listing with all open requests, in their present state, and tells the owners of new matches. */
export async function matchListing(ctx: Matching, id: string): Promise<void> {
  const [offer] = await ctx.db.read(async (conn) => findOffer(conn, { id }));
  // A listing that is sold or removed is shown nowhere, so its matches can stay as they are.
  if (offer) await storePairs(ctx, { kind: 'listing', id }, await wishesFor(ctx, offer));
}

/** Matches a request with the listings on sale, in their present state. */
export async function matchWanted(ctx: Matching, id: string): Promise<void> {
  const [wish] = await ctx.db.read(async (conn) => findMatchable(conn, { id }));
  if (wish) await storePairs(ctx, { kind: 'wanted', id }, await offersFor(ctx, wish));
}
