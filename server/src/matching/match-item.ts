import type { Listing } from '@selvedge/shared/listings';
import { isMatch } from '@selvedge/shared/matching';
import { TOP } from '../paging.ts';
import type { Matching } from './context.ts';
import { findOffer, findWish, type OfferRow, offersOfBrand, type WishRow, wishesOfBrand } from './queries.ts';
import { type Pair, storePairs } from './store-pairs.ts';

/** Candidates that are read in one go: others get their turn between. */
const PAGE = 500;
/** Of what is on sale already, a request is matched with so many, the newest. */
const OFFERS_MAX = 500;

const isPair = (
  wish: Omit<WishRow, 'buyerId'>,
  { category, ...offer }: Omit<OfferRow, 'sellerId'>,
): boolean =>
  // Only the schema of a new listing writes the category.
  isMatch(wish, { ...offer, category: category as Listing['category'] });

/** Walks down all candidates of a brand and keeps what fits, at least `max` where there are as many. */
async function gather<R extends { id: string }>(
  read: (below: string) => Promise<R[]>,
  fits: (row: R) => boolean,
  max: number,
): Promise<R[]> {
  const found: R[] = [];
  for (let below: string | undefined = TOP.id; below !== undefined && found.length < max; ) {
    const page = await read(below);
    found.push(...page.filter(fits));
    below = page.length < PAGE ? undefined : page.at(-1)?.id;
  }
  return found;
}

/** The open requests that a listing is what they are about. */
async function wishesFor(ctx: Matching, offer: OfferRow & { brandKey: string }): Promise<Pair[]> {
  const read = (below: string) =>
    ctx.db.read(async (conn) =>
      wishesOfBrand(conn, {
        brandKey: offer.brandKey,
        besides: offer.sellerId,
        minPriceCents: offer.priceCents,
        below,
        limit: PAGE,
      }),
    );
  const wishes = await gather(read, (wish) => isPair(wish, offer), Number.POSITIVE_INFINITY);
  return wishes.map(({ id, buyerId }) => ({ listingId: offer.id, wantedId: id, ownerId: buyerId }));
}

/** The listings on sale that are what a request is about. */
async function offersFor(ctx: Matching, wish: WishRow & { brandKey: string }): Promise<Pair[]> {
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
  const offers = await gather(read, (offer) => isPair(wish, offer), OFFERS_MAX);
  return offers
    .slice(0, OFFERS_MAX)
    .map(({ id }) => ({ listingId: id, wantedId: wish.id, ownerId: wish.buyerId }));
}

/** Matches a listing with all requests, as both are now, and tells whose requests it is new for. */
export async function matchListing(ctx: Matching, id: string): Promise<void> {
  const [offer] = await ctx.db.read(async (conn) => findOffer(conn, { id }));
  // What is sold or gone is shown nowhere; its matches may stay as they are.
  if (offer) await storePairs(ctx, { kind: 'listing', id }, await wishesFor(ctx, offer));
}

/** Matches a request with what is on sale, as both are now. */
export async function matchWanted(ctx: Matching, id: string): Promise<void> {
  const [wish] = await ctx.db.read(async (conn) => findWish(conn, { id }));
  if (wish) await storePairs(ctx, { kind: 'wanted', id }, await offersFor(ctx, wish));
}
