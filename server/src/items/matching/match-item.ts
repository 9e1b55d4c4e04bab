import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldListingTerms, foldWantedTerms, isMatch } from '@selvedge/shared/items/matching';
import type { Ctx } from '../../platform/core/ctx.ts';
import { TOP } from '../../platform/core/paging.ts';
import { filterInSlices } from './filter-in-slices.ts';
import {
  findListingTerms,
  findMatchable,
  type ListingTermsRow,
  listingsOfBrand,
  type WantedRow,
  wantedOfBrand,
} from './queries.ts';
import { type Pair, storePairs } from './store-pairs.ts';

/** How many candidates are read at a time; other work runs between reads. */
const PAGE = 200;
/** A WTB is matched with at most this many listings already on sale, newest first. */
const LISTINGS_MAX = 500;

/** Pages through a brand's candidates and collects matches until there are `max`. May return a few more. */
async function collect<R extends { id: string }>(
  read: (below: string) => Promise<R[]>,
  isFitting: (row: R) => boolean,
  max: number,
): Promise<R[]> {
  const found: R[] = [];
  for (let below: string | undefined = TOP.id; below !== undefined && found.length < max; ) {
    await nextTurn();
    const page = await read(below);
    found.push(...(await filterInSlices(page, isFitting)));
    below = page.length < PAGE ? undefined : page.at(-1)?.id;
  }
  return found;
}

/** The open WTBs that a listing matches. */
async function wantedFor(ctx: Ctx, listing: ListingTermsRow & { brandKey: string }): Promise<Pair[]> {
  const read = (below: string) =>
    ctx.db.read(async (conn) =>
      wantedOfBrand(conn, {
        brandKey: listing.brandKey,
        besides: listing.sellerId,
        minPriceCents: listing.priceCents,
        below,
        limit: PAGE,
      }),
    );
  const folded = foldListingTerms(listing);
  const found = await collect(
    read,
    (wanted) => isMatch(foldWantedTerms(wanted), folded),
    Number.POSITIVE_INFINITY,
  );
  return found.map(({ id, buyerId }) => ({
    ...{ listingId: listing.id, sellerId: listing.sellerId },
    ...{ wantedId: id, ownerId: buyerId },
  }));
}

/** The listings on sale that match a WTB. */
async function listingsFor(ctx: Ctx, wanted: WantedRow & { brandKey: string }): Promise<Pair[]> {
  const read = (below: string) =>
    ctx.db.read(async (conn) =>
      listingsOfBrand(conn, {
        brandKey: wanted.brandKey,
        besides: wanted.buyerId,
        maxPriceCents: wanted.maxPriceCents,
        below,
        limit: PAGE,
      }),
    );
  const folded = foldWantedTerms(wanted);
  const listings = await collect(read, (listing) => isMatch(folded, foldListingTerms(listing)), LISTINGS_MAX);
  return listings
    .slice(0, LISTINGS_MAX)
    .map(({ id, sellerId }) => ({ listingId: id, sellerId, wantedId: wanted.id, ownerId: wanted.buyerId }));
}

/** Matches a listing with all open WTBs, in their current state, and notifies the owners of new matches. */
export async function matchListing(ctx: Ctx, id: string): Promise<void> {
  const [listing] = await ctx.db.read(async (conn) => findListingTerms(conn, { id }));
  // A sold or removed listing is not shown anywhere, so its matches can stay as they are.
  if (listing) await storePairs(ctx, { kind: 'listing', id }, await wantedFor(ctx, listing));
}

export async function matchWanted(ctx: Ctx, id: string): Promise<void> {
  const [wanted] = await ctx.db.read(async (conn) => findMatchable(conn, { id }));
  if (wanted) await storePairs(ctx, { kind: 'wanted', id }, await listingsFor(ctx, wanted));
}
